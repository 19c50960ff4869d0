// Before the first paint: the theme and suits that this browser chose last time. Classic script, first in the head.
(() => {
  try {
    const taste = JSON.parse(localStorage.getItem("high-card-taste") || "{}");
    if (["dark", "light", "auto"].includes(taste.theme)) document.documentElement.dataset.theme = taste.theme;
    if (taste.suits === "four") document.documentElement.dataset.suits = "four";
  } catch {
    // Without storage the house look stays.
  }
})();

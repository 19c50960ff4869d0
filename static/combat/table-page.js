// The table page: live.js brings the changes, these make them felt.
import "./settings.js";
import "./tray.js";
import "./clock.js";
import "./motion.js";
import "./sound.js";
import "./notify.js";
import "./keys.js";
import "./dialogs.js";
import "./tabs.js";
import "./cut.js";

document.documentElement.dataset.ready = "";

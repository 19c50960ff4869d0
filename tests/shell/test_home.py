import pytest
from django.test import Client


@pytest.mark.django_db
def test_anybody_sees_what_this_is(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "A fight, dealt" in page.content.decode()

import io
import os
import sys
import uuid

from worktrack_api_client import AuthenticatedClient, models
from worktrack_api_client.api.api import get_me
from worktrack_api_client.api.projects import (
    get_project_report,
    get_project_sprint,
    get_project_sprint_report,
    transition_project_sprint,
)
from worktrack_api_client.api.work_items import (
    create_work_item,
    create_work_item_attachment,
    create_work_item_comment,
    create_work_item_label_assignment,
    create_work_item_link,
    download_work_item_attachment,
    get_work_item,
    list_work_item_activity,
    list_work_items,
    search_organization_work_items_with_squeak_ql,
    update_work_item,
)
from worktrack_api_client.types import UNSET, File

env = os.environ
client = AuthenticatedClient(base_url=env["BASE_URL"], token=env["TOKEN"])
project = (env["ORGANIZATION"], env["PROJECT"])
sprint, next_sprint = uuid.UUID(env["SPRINT"]), uuid.UUID(env["NEXT_SPRINT"])
failures = 0
item = attachment = None


def key() -> str:
    return str(uuid.uuid4())


def parsed(response):
    assert response.status_code < 300, response.content
    return response.parsed


def step(words):
    def run(work):
        global failures
        try:
            work()
            print(f"ok: {words}")
        except Exception as error:
            failures += 1
            print(f"failed: {words}: {type(error).__name__} {str(error)[:300]}")

    return run


@step("who am I")
def _():
    assert "work_item:write" in parsed(get_me.sync_detailed(client=client)).authentication.scopes


@step("create a Work Item")
def _():
    global item
    body = models.CreateWorkItemBody(title="Launch")
    item = parsed(create_work_item.sync_detailed(*project, client=client, body=body, idempotency_key=key()))
    assert item.priority == "medium"


@step("read it and change it with its tag")
def _():
    global item
    tag = get_work_item.sync_detailed(*project, item.key, client=client).headers["ETag"]
    body = models.UpdateWorkItemBody(priority=models.UpdateWorkItemBodyPriority.HIGH, sprint_id=sprint)
    item = parsed(update_work_item.sync_detailed(*project, item.key, client=client, body=body, if_match=tag))
    assert item.revision == 2


@step("attach a label")
def _():
    body = models.AttachLabelBody(label=env["LABEL"])
    labelled = create_work_item_label_assignment.sync_detailed(
        *project, item.key, client=client, body=body, if_match="*", idempotency_key=key()
    )
    assert parsed(labelled).labels[0].name == env["LABEL"]


@step("link it")
def _():
    body = models.CreateLinkBody(relation=models.CreateLinkBodyRelation.BLOCKS, target_key=env["OTHER"])
    link = create_work_item_link.sync_detailed(*project, item.key, client=client, body=body, idempotency_key=key())
    assert parsed(link).other_work_item.key == env["OTHER"]


@step("comment on it")
def _():
    body = models.CreateCommentBody(body="Hello")
    comment = create_work_item_comment.sync_detailed(
        *project, item.key, client=client, body=body, idempotency_key=key()
    )
    assert parsed(comment).body == "Hello"


@step("upload a file")
def _():
    global attachment
    body = models.CreateWorkItemAttachmentBody(file=File(io.BytesIO(b"some text"), "note.txt", "text/plain"))
    attachment = parsed(
        create_work_item_attachment.sync_detailed(*project, item.key, client=client, body=body, idempotency_key=key())
    )


@step("download it")
def _():
    file = parsed(download_work_item_attachment.sync_detailed(*project, item.key, attachment.id, client=client))
    assert file.payload.read() == b"some text"


@step("complete a Sprint and carry its work over")
def _():
    tag = get_project_sprint.sync_detailed(*project, sprint, client=client).headers["ETag"]
    action = models.CompletionToSprint(mode=models.CompletionToSprintMode.SPRINT, target_sprint_id=next_sprint)
    body = models.TransitionSprintBody(models.TransitionSprintBodyTargetState.DONE, completion_action=action)
    done = transition_project_sprint.sync_detailed(
        *project, sprint, client=client, body=body, if_match=tag, idempotency_key=key()
    )
    assert parsed(done).state == "done"
    assert parsed(get_work_item.sync_detailed(*project, item.key, client=client)).sprint.id == next_sprint


@step("read the seven reports")
def _():
    for report_type in models.GetProjectReportReportType:
        report = parsed(get_project_report.sync_detailed(*project, report_type, client=client))
        assert report.kind == report_type.value and report.parameters.limit == 50
        assert report.kind != "ageing-wip" or len(report.parameters.buckets) == 4


@step("read the Sprint report")
def _():
    entries = parsed(get_project_sprint_report.sync_detailed(*project, sprint, client=client)).items
    assert next_sprint in [one.destination.sprint_id for one in entries if one.kind == "carryover"]


@step("search")
def _():
    body = models.SearchBody(query=f'project = {project[1]} AND title ~ "Launch"')
    found = search_organization_work_items_with_squeak_ql.sync_detailed(project[0], client=client, body=body)
    assert parsed(found).items[0].key == item.key


@step("page through a list")
def _():
    keys, cursor = [], UNSET
    while cursor is not None:
        page = parsed(list_work_items.sync_detailed(*project, client=client, limit=1, cursor=cursor))
        keys += [one.key for one in page.items]
        cursor = page.page.next_cursor
    assert len(keys) == 2 and len(set(keys)) == 2


@step("read the activity")
def _():
    entries = parsed(list_work_item_activity.sync_detailed(*project, item.key, client=client)).items
    assert env["LABEL"] in [one.detail.label.name for one in entries if one.action == "label_added"]
    assert next_sprint in [one.detail.to.id for one in entries if one.action == "sprint_changed"]


sys.exit(failures > 0)

import os
import sys
import uuid

import worktrack
from worktrack import models

env = os.environ
configuration = worktrack.Configuration(host=env["BASE_URL"], access_token=env["TOKEN"])
api_client = worktrack.ApiClient(configuration)
api = worktrack.APIApi(api_client)
items = worktrack.WorkItemsApi(api_client)
projects = worktrack.ProjectsApi(api_client)
organization, project = env["ORGANIZATION"], env["PROJECT"]
failures = 0
item = attachment = None


def key() -> str:
    return str(uuid.uuid4())


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
    assert "work_item:write" in api.get_me().authentication.scopes


@step("create a Work Item")
def _():
    global item
    item = items.create_work_item(organization, project, key(), models.CreateWorkItemBody(title="Launch"))
    assert item.priority == "medium"


@step("read it and change it with its tag")
def _():
    global item
    tag = items.get_work_item_with_http_info(organization, project, item.key).headers["etag"]
    body = models.UpdateWorkItemBody(priority="high", sprintId=env["SPRINT"])
    item = items.update_work_item(organization, project, item.key, tag, body)
    assert item.revision == 2


@step("attach a label")
def _():
    body = models.AttachLabelBody(label=env["LABEL"])
    labelled = items.create_work_item_label_assignment(organization, project, item.key, "*", key(), body)
    assert labelled.labels[0].name == env["LABEL"]


@step("link it")
def _():
    body = models.CreateLinkBody(relation="blocks", targetKey=env["OTHER"])
    link = items.create_work_item_link(organization, project, item.key, key(), body)
    assert link.other_work_item.key == env["OTHER"]


@step("comment on it")
def _():
    comment = items.create_work_item_comment(
        organization, project, item.key, key(), models.CreateCommentBody(body="Hello")
    )
    assert comment.body == "Hello"


@step("upload a file")
def _():
    global attachment
    file = ("note.txt", b"some text")
    attachment = items.create_work_item_attachment(organization, project, item.key, key(), file)


@step("download it")
def _():
    assert items.download_work_item_attachment(organization, project, item.key, attachment.id) == b"some text"


@step("complete a Sprint and carry its work over")
def _():
    tag = projects.get_project_sprint_with_http_info(organization, project, env["SPRINT"]).headers["etag"]
    to_next = models.CompletionToSprint(mode="sprint", targetSprintId=env["NEXT_SPRINT"])
    body = models.TransitionSprintBody(targetState="done", completionAction=models.CompletionAction(to_next))
    sprint = projects.transition_project_sprint(organization, project, env["SPRINT"], tag, key(), body)
    assert sprint.state == "done"
    assert items.get_work_item(organization, project, item.key).sprint.id == uuid.UUID(env["NEXT_SPRINT"])


@step("read the seven reports")
def _():
    types = ["velocity", "cumulative-flow", "control-chart", "ageing-wip", "created-vs-resolved", "distribution"]
    for report_type in [*types, "epic-progress"]:
        report = projects.get_project_report(organization, project, report_type).actual_instance
        assert report.kind == report_type and report.parameters.limit == 50
        assert report_type != "ageing-wip" or len(report.parameters.buckets) == 4


@step("read the Sprint report")
def _():
    report = projects.get_project_sprint_report(organization, project, env["SPRINT"])
    entries = [entry.actual_instance for entry in report.items]
    assert uuid.UUID(env["NEXT_SPRINT"]) in [entry.destination.sprint_id for entry in entries if entry.kind == "carryover"]


@step("search")
def _():
    body = models.SearchBody(query=f'project = {project} AND title ~ "Launch"')
    assert items.search_organization_work_items_with_squeak_ql(organization, body).items[0].key == item.key


@step("page through a list")
def _():
    keys, cursor = [], None
    while True:
        page = items.list_work_items(organization, project, limit=1, cursor=cursor)
        keys += [one.key for one in page.items]
        cursor = page.page.next_cursor
        if cursor is None:
            break
    assert len(keys) == 2 and len(set(keys)) == 2


@step("read the activity")
def _():
    entries = [one.actual_instance for one in items.list_work_item_activity(organization, project, item.key).items]
    assert env["LABEL"] in [one.detail.label.name for one in entries if one.action == "label_added"]
    assert uuid.UUID(env["NEXT_SPRINT"]) in [one.detail.to.id for one in entries if one.action == "sprint_changed"]


sys.exit(failures > 0)

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	worktrack "github.com/GIT_USER_ID/GIT_REPO_ID"
)

var (
	org     = os.Getenv("ORGANIZATION")
	project = os.Getenv("PROJECT")
	sprint  = os.Getenv("SPRINT")
	next    = os.Getenv("NEXT_SPRINT")
	failed  = false
)

func key() string { return "go-" + rand.Text() }

func step(words string, work func() error) {
	if err := work(); err != nil {
		failed = true
		fmt.Printf("failed: %s: %v\n", words, err)
		return
	}
	fmt.Printf("ok: %s\n", words)
}

// Returns the error, or one that says what does not hold.
func check(err error, holds func() bool) error {
	if err == nil && !holds() {
		return fmt.Errorf("the response is not as expected")
	}
	return err
}

func main() {
	configuration := worktrack.NewConfiguration()
	configuration.Servers = worktrack.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := worktrack.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), worktrack.ContextAccessToken, os.Getenv("TOKEN"))
	items, projects := client.WorkItemsAPI, client.ProjectsAPI
	item := &worktrack.WorkItem{}
	attachment := &worktrack.Attachment{}

	step("who am I", func() error {
		me, _, err := client.APIAPI.GetMe(ctx).Execute()
		return check(err, func() bool { return strings.Contains(strings.Join(me.Authentication.Scopes, " "), "work_item:write") })
	})

	step("create a Work Item", func() (err error) {
		body := *worktrack.NewCreateWorkItemBody("Launch")
		item, _, err = items.CreateWorkItem(ctx, org, project).IdempotencyKey(key()).CreateWorkItemBody(body).Execute()
		return check(err, func() bool { return item.Priority == "medium" })
	})

	step("read it and change it with its tag", func() error {
		_, response, err := items.GetWorkItem(ctx, org, project, item.Key).Execute()
		if err != nil {
			return err
		}
		body := worktrack.NewUpdateWorkItemBody()
		body.SetPriority("high")
		body.SetSprintId(sprint)
		item, _, err = items.UpdateWorkItem(ctx, org, project, item.Key).IfMatch(response.Header.Get("ETag")).UpdateWorkItemBody(*body).Execute()
		return check(err, func() bool { return item.Revision == 2 })
	})

	step("attach a label", func() error {
		body := worktrack.NewAttachLabelBody()
		body.SetLabel(os.Getenv("LABEL"))
		labelled, _, err := items.CreateWorkItemLabelAssignment(ctx, org, project, item.Key).IfMatch("*").IdempotencyKey(key()).AttachLabelBody(*body).Execute()
		return check(err, func() bool { return labelled.Labels[0].Name == os.Getenv("LABEL") })
	})

	step("link it", func() error {
		body := worktrack.NewCreateLinkBody("blocks")
		body.SetTargetKey(os.Getenv("OTHER"))
		link, _, err := items.CreateWorkItemLink(ctx, org, project, item.Key).IdempotencyKey(key()).CreateLinkBody(*body).Execute()
		return check(err, func() bool { return link.OtherWorkItem.Key == os.Getenv("OTHER") })
	})

	step("comment on it", func() error {
		body := *worktrack.NewCreateCommentBody("Hello")
		comment, _, err := items.CreateWorkItemComment(ctx, org, project, item.Key).IdempotencyKey(key()).CreateCommentBody(body).Execute()
		return check(err, func() bool { return comment.GetBody() == "Hello" })
	})

	step("upload a file", func() error {
		name := filepath.Join(os.TempDir(), key()+".txt")
		if err := os.WriteFile(name, []byte("some text"), 0o600); err != nil {
			return err
		}
		defer os.Remove(name)
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		attachment, _, err = items.CreateWorkItemAttachment(ctx, org, project, item.Key).IdempotencyKey(key()).File(file).Execute()
		return err
	})

	step("download it", func() error {
		file, _, err := items.DownloadWorkItemAttachment(ctx, org, project, item.Key, attachment.Id).Execute()
		if err != nil {
			return err
		}
		defer os.Remove(file.Name())
		bytes, err := io.ReadAll(file)
		return check(err, func() bool { return string(bytes) == "some text" })
	})

	step("complete a Sprint and carry its work over", func() error {
		_, response, err := projects.GetProjectSprint(ctx, org, project, sprint).Execute()
		if err != nil {
			return err
		}
		body := worktrack.NewTransitionSprintBody("done")
		body.SetCompletionAction(worktrack.CompletionToSprintAsCompletionAction(worktrack.NewCompletionToSprint("sprint", next)))
		done, _, err := projects.TransitionProjectSprint(ctx, org, project, sprint).IfMatch(response.Header.Get("ETag")).IdempotencyKey(key()).TransitionSprintBody(*body).Execute()
		if err = check(err, func() bool { return done.State == "done" }); err != nil {
			return err
		}
		moved, _, err := items.GetWorkItem(ctx, org, project, item.Key).Execute()
		return check(err, func() bool { return moved.Sprint.Get().Id == next })
	})

	step("read the seven reports", func() error {
		for _, kind := range []string{"velocity", "cumulative-flow", "control-chart", "ageing-wip", "created-vs-resolved", "distribution", "epic-progress"} {
			report, _, err := projects.GetProjectReport(ctx, org, project, kind).Execute()
			isRight := func() bool {
				switch shown := report.GetActualInstance().(type) {
				case *worktrack.AgeingWipReport:
					return shown.Kind == kind && len(shown.Parameters.Buckets) == 4
				case interface{ GetKind() string }:
					return shown.GetKind() == kind
				}
				return false
			}
			if err = check(err, isRight); err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
		}
		return nil
	})

	step("read the Sprint report", func() error {
		report, _, err := projects.GetProjectSprintReport(ctx, org, project, sprint).Execute()
		return check(err, func() bool {
			for _, entry := range report.Items {
				if carried := entry.CarryoverEntry; carried != nil && carried.Destination.GetSprintId() == next {
					return true
				}
			}
			return false
		})
	})

	step("search", func() error {
		body := *worktrack.NewSearchBody(fmt.Sprintf("project = %s AND title ~ \"Launch\"", project))
		found, _, err := items.SearchOrganizationWorkItemsWithSqueakQL(ctx, org).SearchBody(body).Execute()
		return check(err, func() bool { return found.Items[0].Key == item.Key })
	})

	step("page through a list", func() error {
		keys := map[string]bool{}
		request := items.ListWorkItems(ctx, org, project).Limit(1)
		for {
			page, _, err := request.Execute()
			if err != nil {
				return err
			}
			for _, one := range page.Items {
				keys[one.Key] = true
			}
			cursor := page.Page.NextCursor.Get()
			if cursor == nil {
				return check(nil, func() bool { return len(keys) == 2 })
			}
			request = request.Cursor(*cursor)
		}
	})

	step("read the activity", func() error {
		list, _, err := items.ListWorkItemActivity(ctx, org, project, item.Key).Execute()
		return check(err, func() bool {
			label, moved := false, false
			for _, entry := range list.Items {
				if one := entry.LabelChangeActivity; one != nil {
					label = label || one.Detail.Label.Get().Name == os.Getenv("LABEL")
				}
				if one := entry.SprintChangeActivity; one != nil {
					moved = moved || one.Detail.To.Get().Id == next
				}
			}
			return label && moved
		})
	})

	if failed {
		os.Exit(1)
	}
}

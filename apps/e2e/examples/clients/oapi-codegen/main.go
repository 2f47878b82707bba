package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"

	"github.com/google/uuid"
	"steps/worktrack"
)

var (
	org     = os.Getenv("ORGANIZATION")
	project = os.Getenv("PROJECT")
	sprint  = uuid.MustParse(os.Getenv("SPRINT"))
	next    = uuid.MustParse(os.Getenv("NEXT_SPRINT"))
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

// A response that the client has read.
type response interface{ StatusCode() int }

// Returns the error of a request, also of one that was refused.
func sent(response response, err error) error {
	if err == nil && response.StatusCode() >= 300 {
		return fmt.Errorf("status %d", response.StatusCode())
	}
	return err
}

func main() {
	authorized := worktrack.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	})
	client, err := worktrack.NewClientWithResponses(os.Getenv("BASE_URL"), authorized)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	item := &worktrack.WorkItem{}
	attachment := &worktrack.Attachment{}

	step("who am I", func() error {
		me, err := client.GetMeWithResponse(ctx)
		return check(sent(me, err), func() bool { return len(me.JSON200.Authentication.Scopes) > 0 })
	})

	step("create a Work Item", func() error {
		params := worktrack.CreateWorkItemParams{IdempotencyKey: key()}
		created, err := client.CreateWorkItemWithResponse(ctx, org, project, &params, worktrack.CreateWorkItemBody{Title: "Launch"})
		return check(sent(created, err), func() bool {
			item = created.JSON201
			return item.Priority == "medium"
		})
	})

	step("read it and change it with its tag", func() error {
		read, err := client.GetWorkItemWithResponse(ctx, org, project, item.Key)
		if err = sent(read, err); err != nil {
			return err
		}
		params := worktrack.UpdateWorkItemParams{IfMatch: read.HTTPResponse.Header.Get("ETag")}
		priority := worktrack.UpdateWorkItemBodyPriority("high")
		body := worktrack.UpdateWorkItemBody{Priority: &priority, SprintId: &sprint}
		changed, err := client.UpdateWorkItemWithResponse(ctx, org, project, item.Key, &params, body)
		return check(sent(changed, err), func() bool { return changed.JSON200.Revision == 2 })
	})

	step("attach a label", func() error {
		params := worktrack.CreateWorkItemLabelAssignmentParams{IfMatch: "*", IdempotencyKey: key()}
		label := os.Getenv("LABEL")
		labelled, err := client.CreateWorkItemLabelAssignmentWithResponse(ctx, org, project, item.Key, &params, worktrack.AttachLabelBody{Label: &label})
		return check(sent(labelled, err), func() bool { return labelled.JSON200.Labels[0].Name == label })
	})

	step("link it", func() error {
		params := worktrack.CreateWorkItemLinkParams{IdempotencyKey: key()}
		other := os.Getenv("OTHER")
		link, err := client.CreateWorkItemLinkWithResponse(ctx, org, project, item.Key, &params, worktrack.CreateLinkBody{Relation: "blocks", TargetKey: &other})
		return check(sent(link, err), func() bool { return link.JSON201.OtherWorkItem.Key == other })
	})

	step("comment on it", func() error {
		params := worktrack.CreateWorkItemCommentParams{IdempotencyKey: key()}
		comment, err := client.CreateWorkItemCommentWithResponse(ctx, org, project, item.Key, &params, worktrack.CreateCommentBody{Body: "Hello"})
		return check(sent(comment, err), func() bool { return *comment.JSON201.Body == "Hello" })
	})

	step("upload a file", func() error {
		params := worktrack.CreateWorkItemAttachmentParams{IdempotencyKey: key()}
		var form bytes.Buffer
		writer := multipart.NewWriter(&form)
		part, err := writer.CreateFormFile("file", "note.txt")
		if err != nil {
			return err
		}
		io.WriteString(part, "some text")
		writer.Close()
		uploaded, err := client.CreateWorkItemAttachmentWithBodyWithResponse(ctx, org, project, item.Key, &params, writer.FormDataContentType(), &form)
		return check(sent(uploaded, err), func() bool {
			attachment = uploaded.JSON201
			return attachment.FileName == "note.txt"
		})
	})

	step("download it", func() error {
		download, err := client.DownloadWorkItemAttachmentWithResponse(ctx, org, project, item.Key, attachment.Id)
		return check(sent(download, err), func() bool { return string(download.Body) == "some text" })
	})

	step("complete a Sprint and carry its work over", func() error {
		read, err := client.GetProjectSprintWithResponse(ctx, org, project, sprint)
		if err = sent(read, err); err != nil {
			return err
		}
		params := worktrack.TransitionProjectSprintParams{IfMatch: read.HTTPResponse.Header.Get("ETag"), IdempotencyKey: key()}
		action := &worktrack.CompletionAction{}
		if err = action.FromCompletionToSprint(worktrack.CompletionToSprint{Mode: "sprint", TargetSprintId: next}); err != nil {
			return err
		}
		body := worktrack.TransitionSprintBody{TargetState: "done", CompletionAction: action}
		done, err := client.TransitionProjectSprintWithResponse(ctx, org, project, sprint, &params, body)
		if err = check(sent(done, err), func() bool { return done.JSON200.State == "done" }); err != nil {
			return err
		}
		moved, err := client.GetWorkItemWithResponse(ctx, org, project, item.Key)
		return check(sent(moved, err), func() bool { return moved.JSON200.Sprint.Id == next })
	})

	step("read the seven reports", func() error {
		for _, kind := range []string{"velocity", "cumulative-flow", "control-chart", "ageing-wip", "created-vs-resolved", "distribution", "epic-progress"} {
			report, err := client.GetProjectReportWithResponse(ctx, org, project, worktrack.GetProjectReportParamsReportType(kind), &worktrack.GetProjectReportParams{})
			if err = sent(report, err); err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
			shown, err := report.JSON200.ValueByDiscriminator()
			ageing, isAgeing := shown.(worktrack.AgeingWipReport)
			isRight := func() bool { return isAgeing == (kind == "ageing-wip") && (!isAgeing || len(ageing.Parameters.Buckets) == 4) }
			if err = check(err, isRight); err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
		}
		return nil
	})

	step("read the Sprint report", func() error {
		report, err := client.GetProjectSprintReportWithResponse(ctx, org, project, sprint, &worktrack.GetProjectSprintReportParams{})
		return check(sent(report, err), func() bool {
			for _, entry := range report.JSON200.Items {
				shown, _ := entry.ValueByDiscriminator()
				if carried, ok := shown.(worktrack.CarryoverEntry); ok && *carried.Destination.SprintId == next {
					return true
				}
			}
			return false
		})
	})

	step("search", func() error {
		body := worktrack.SearchBody{Query: fmt.Sprintf("project = %s AND title ~ \"Launch\"", project)}
		found, err := client.SearchOrganizationWorkItemsWithSqueakQLWithResponse(ctx, org, body)
		return check(sent(found, err), func() bool { return found.JSON200.Items[0].Key == item.Key })
	})

	step("page through a list", func() error {
		keys, limit := map[string]bool{}, 1
		params := worktrack.ListWorkItemsParams{Limit: &limit}
		for {
			page, err := client.ListWorkItemsWithResponse(ctx, org, project, &params)
			if err = sent(page, err); err != nil {
				return err
			}
			for _, one := range page.JSON200.Items {
				keys[one.Key] = true
			}
			if params.Cursor = page.JSON200.Page.NextCursor; params.Cursor == nil {
				return check(nil, func() bool { return len(keys) == 2 })
			}
		}
	})

	step("read the activity", func() error {
		list, err := client.ListWorkItemActivityWithResponse(ctx, org, project, item.Key, &worktrack.ListWorkItemActivityParams{})
		return check(sent(list, err), func() bool {
			label, moved := false, false
			for _, entry := range list.JSON200.Items {
				shown, _ := entry.ValueByDiscriminator()
				switch one := shown.(type) {
				case worktrack.LabelChangeActivity:
					label = label || one.Detail.Label.Name == os.Getenv("LABEL")
				case worktrack.SprintChangeActivity:
					moved = moved || one.Detail.To.Id == next
				}
			}
			return label && moved
		})
	})

	if failed {
		os.Exit(1)
	}
}

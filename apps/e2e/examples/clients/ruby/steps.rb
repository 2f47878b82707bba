require 'securerandom'
require 'tempfile'
require 'uri'
require 'worktrack'

Worktrack.configure do |configuration|
  base = URI(ENV.fetch('BASE_URL'))
  configuration.scheme = base.scheme
  configuration.host = "#{base.host}:#{base.port}"
  configuration.server_index = nil
  configuration.access_token = ENV.fetch('TOKEN')
  configuration.logger = Logger.new($stderr)
end

ITEMS = Worktrack::WorkItemsApi.new
PROJECTS = Worktrack::ProjectsApi.new
PROJECT = [ENV.fetch('ORGANIZATION'), ENV.fetch('PROJECT')].freeze
SPRINT = ENV.fetch('SPRINT')
NEXT_SPRINT = ENV.fetch('NEXT_SPRINT')
$failures = 0

def key = SecureRandom.uuid

def step(words)
  raise 'the response is not as expected' unless yield

  puts "ok: #{words}"
rescue StandardError => e
  $failures += 1
  puts "failed: #{words}: #{e.class} #{e.message.lines.first}"
end

item = attachment = nil

step('who am I') { Worktrack::APIApi.new.get_me.authentication.scopes.include?('work_item:write') }

step('create a Work Item') do
  item = ITEMS.create_work_item(*PROJECT, key, Worktrack::CreateWorkItemBody.new(title: 'Launch'))
  item.priority == 'medium'
end

step('read it and change it with its tag') do
  _, _, headers = ITEMS.get_work_item_with_http_info(*PROJECT, item.key)
  body = Worktrack::UpdateWorkItemBody.new(priority: 'high', sprint_id: SPRINT)
  item = ITEMS.update_work_item(*PROJECT, item.key, headers['ETag'], body)
  item.revision == 2
end

step('attach a label') do
  body = Worktrack::AttachLabelBody.new(label: ENV.fetch('LABEL'))
  labelled = ITEMS.create_work_item_label_assignment(*PROJECT, item.key, '*', key, body)
  labelled.labels.first.name == ENV.fetch('LABEL')
end

step('link it') do
  body = Worktrack::CreateLinkBody.new(relation: 'blocks', target_key: ENV.fetch('OTHER'))
  ITEMS.create_work_item_link(*PROJECT, item.key, key, body).other_work_item.key == ENV.fetch('OTHER')
end

step('comment on it') do
  body = Worktrack::CreateCommentBody.new(body: 'Hello')
  ITEMS.create_work_item_comment(*PROJECT, item.key, key, body).body == 'Hello'
end

step('upload a file') do
  Tempfile.create(['note', '.txt']) do |file|
    file.write('some text')
    file.flush
    attachment = ITEMS.create_work_item_attachment(*PROJECT, item.key, key, File.new(file.path))
  end
end

step('download it') do
  file = ITEMS.download_work_item_attachment(*PROJECT, item.key, attachment.id)
  File.read(file.path) == 'some text'
end

step('complete a Sprint and carry its work over') do
  _, _, headers = PROJECTS.get_project_sprint_with_http_info(*PROJECT, SPRINT)
  action = Worktrack::CompletionToSprint.new(mode: 'sprint', target_sprint_id: NEXT_SPRINT)
  body = Worktrack::TransitionSprintBody.new(target_state: 'done', completion_action: action)
  done = PROJECTS.transition_project_sprint(*PROJECT, SPRINT, headers['ETag'], key, body)
  done.state == 'done' && ITEMS.get_work_item(*PROJECT, item.key).sprint.id == NEXT_SPRINT
end

step('read the seven reports') do
  types = %w[velocity cumulative-flow control-chart ageing-wip created-vs-resolved distribution epic-progress]
  types.all? do |type|
    report = PROJECTS.get_project_report(*PROJECT, type)
    buckets = type == 'ageing-wip' ? report.parameters.buckets : Array.new(4)
    report.kind == type && report.parameters.limit == 50 && buckets.length == 4
  end
end

step('read the Sprint report') do
  entries = PROJECTS.get_project_sprint_report(*PROJECT, SPRINT).items
  entries.any? { |entry| entry.kind == 'carryover' && entry.destination.sprint_id == NEXT_SPRINT }
end

step('search') do
  body = Worktrack::SearchBody.new(query: "project = #{PROJECT.last} AND title ~ \"Launch\"")
  ITEMS.search_organization_work_items_with_squeak_ql(PROJECT.first, body).items.first.key == item.key
end

step('page through a list') do
  keys = []
  cursor = nil
  loop do
    page = ITEMS.list_work_items(*PROJECT, { limit: 1, cursor: cursor }.compact)
    keys.concat(page.items.map(&:key))
    cursor = page.page.next_cursor
    break if cursor.nil?
  end
  keys.length == 2 && keys.uniq.length == 2
end

step('read the activity') do
  entries = ITEMS.list_work_item_activity(*PROJECT, item.key).items
  labels = entries.select { |entry| entry.action == 'label_added' }.map { |entry| entry.detail.label.name }
  sprints = entries.select { |entry| entry.action == 'sprint_changed' }.map { |entry| entry.detail.to&.id }
  labels.include?(ENV.fetch('LABEL')) && sprints.include?(NEXT_SPRINT)
end

exit($failures.zero?)

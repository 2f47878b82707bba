#!/bin/sh
# Makes the secrets of docker/compose.yaml, each in a file of docker/secrets or of the folder that the first argument names. Refuses a
# folder that exists: its secrets are in use. Only the owner can enter the folder; the files can be read by the users of the containers.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 077
mkdir "$folder"

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { printf '%s' "$2" >"$folder/$1"; }

owner=$(secret) server=$(secret) redis=$(secret) store=$(secret)
keep database_superuser_password "$(secret)"
keep database_owner_password "$owner"
keep database_server_password "$server"
keep database_owner_url "postgres://worktrack_owner:$owner@database:5432/worktrack"
keep database_url "postgres://worktrack_server:$server@database:5432/worktrack"
keep redis_url "redis://default:$redis@redis:6379"
keep redis_configuration "requirepass $redis
save \"\"
appendonly no
maxmemory 128mb
maxmemory-policy noeviction
"
keep s3_secret_access_key "$store"
keep s3_identities '{"identities":[{"name":"worktrack","credentials":[{"accessKey":"worktrack","secretKey":"'"$store"'"}],"actions":["Read","Write","List","Tagging"]}]}'
chmod 444 "$folder"/*
echo "made the secrets in $folder"

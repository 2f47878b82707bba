-- The logins of an installation, made once, when the cluster is made: psql runs this file as the superuser, in the database worktrack.
-- worktrack_owner owns the database and its schema and makes roles: db:migrate works as it.
-- worktrack_server is what the servers log in as. It owns nothing; db:migrate grants worktrack_app to it.
\set owner_password `cat /run/secrets/database_owner_password`
\set server_password `cat /run/secrets/database_server_password`

create role worktrack_owner login createrole password :'owner_password';
create role worktrack_server login password :'server_password';

select format('alter database %I owner to worktrack_owner', current_database()) \gexec
alter schema public owner to worktrack_owner;
revoke all on schema public from public;

select format('revoke all on database %I from public', current_database()) \gexec
select format('grant connect on database %I to worktrack_server', current_database()) \gexec

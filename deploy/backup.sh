#!/usr/bin/env bash
# backup.sh make FOLDER     copies the database, and then the stored files, into a new folder while the product runs
# backup.sh restore FOLDER  puts such a copy into an empty database, and its files into the store; then run migrate.ts
# Reads the product's variables. Needs psql, pg_dump and pg_restore of the server's version or newer; for an S3 store, rclone.
set -euo pipefail
umask 077

action=${1-} folder=${2-}
if [[ ! $action =~ ^(make|restore)$ || -z $folder ]]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi

database=${DATABASE_MIGRATION_URL:-${DATABASE_URL:?Without a server of its own, stop the product and copy its data folder.}}
# The arguments of a program can be read by everybody on the machine, so the password is not among them.
if [[ $database =~ ^([^:]+://[^:@/]+):([^@]*)@(.*)$ ]]; then
  database=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
  PGPASSWORD=$(printf '%b' "${BASH_REMATCH[2]//%/\\x}")
  export PGPASSWORD
fi

if [[ -n ${S3_ENDPOINT-} ]]; then
  store=:s3:$S3_BUCKET
  export RCLONE_S3_PROVIDER=Other RCLONE_S3_NO_CHECK_BUCKET=true
  export RCLONE_S3_ENDPOINT=$S3_ENDPOINT RCLONE_S3_REGION=${S3_REGION:-us-east-1}
  export RCLONE_S3_ACCESS_KEY_ID=$S3_ACCESS_KEY_ID RCLONE_S3_SECRET_ACCESS_KEY=$S3_SECRET_ACCESS_KEY
else
  data=${DATA_DIR:?Set it to the data folder of the product, or S3_ENDPOINT.}
fi

refuse() {
  echo "$1" >&2
  exit 2
}

# The number of tables of this kind. A problem with the database ends the script.
count_tables() {
  psql --no-psqlrc --tuples-only --no-align --dbname="$database" --command="select count(*) from pg_tables where $1"
}

make() {
  [[ ! -e $folder ]] || refuse "$folder is there already. Give a new folder."
  [[ -n ${store-} || -d $data ]] || refuse "There is no folder $data. Look at DATA_DIR."
  tables=$(count_tables "tablename = 'account'")
  [[ $tables != 0 ]] || refuse 'The database has no applicants: it is not the one of the product. Look at DATABASE_URL.'
  part=$folder.part
  mkdir "$part"
  trap 'rm -rf "$part"' EXIT
  # First the database: a file that it names stays in the store for a week after nothing needs it any more.
  pg_dump --format=custom --no-owner --no-privileges --file="$part/database.dump" --dbname="$database"
  if [[ -n ${store-} ]]; then
    mkdir "$part/objects"
    rclone copy "$store" "$part/objects"
  elif [[ ! -d $data/objects ]]; then
    # Nobody has stored a file yet.
    tar --create --file="$part/objects.tar" --files-from=/dev/null
  else
    # 1 says that a file was deleted meanwhile.
    tar --create --file="$part/objects.tar" --directory="$data" --exclude=objects/.unfinished objects || [[ $? == 1 ]]
  fi
  (cd "$part" && find . -type f ! -name sums -print0 | xargs -0 sha256sum >sums)
  sync
  mv -T "$part" "$folder"
}

restore() {
  (cd "$folder" && sha256sum --quiet --check sums >&2)
  tables=$(count_tables "schemaname in ('public', 'pgboss')")
  [[ $tables == 0 ]] || refuse 'The database has tables already. Give an empty one.'
  if [[ -n ${store-} ]]; then
    rclone copy "$folder/objects" "$store"
  else
    tar --extract --file="$folder/objects.tar" --directory="$data"
  fi
  # All or nothing, and without waiting for a standby that is away: it can be done again.
  export PGOPTIONS='-c synchronous_commit=local'
  pg_restore --single-transaction --no-owner --no-privileges --dbname="$database" "$folder/database.dump"
}

"$action"

import type { Action } from './action.js';

/** What is done to data and to databases. */
export const DATABASE_ACTIONS = (): readonly Action[] => [
  {
    said: /dropp?(?:ed|ing|s)?(?: (?:the |a |an |whole |old |unused |shared )*(?:tables?|columns?|databases?|db|schemas?|collections?|ind(?:ex|ices|exes)|keyspaces?|topics?|partitions?))/,
    shows:
      /\bDROP\s+(?:TABLE|DATABASE|SCHEMA|COLUMN|INDEX|VIEW|KEYSPACE|PARTITION|USER)|drop_(?:table|column|database|index)|drop(?:Column|Table|Database|Index|Collection)|remove_column|db:drop|ecto\.drop|\bdropdb\b|\.drop\(\)|drop_all|database drop|topics?\b[^\n]*--delete|DELETE FROM/,
  },
  {
    said: /truncat(?:ed|ing|e)/,
    shows:
      /\bTRUNCATE\b|\btruncate\b|DELETE FROM\s+[\w."]+\s*(?:;|["']|$)|deleteMany\(\s*(?:\{\s*\})?\s*\)|delete_all|destroy_all|(?:^|\s):?\s{0,40}>\s*[\w./]+/,
  },
  {
    said: /(?:flush|clear|empt|purg|wip|delet)\w* (?:the |all |whole |shared |our |production )*(?:redis|memcached|valkey)(?: cache| instance| database)?/,
    shows:
      /FLUSH(?:ALL|DB)|flush_?(?:all|db)|cache:(?:clear|pool:clear)|cache clear|cache\.(?:clear|flush|reset|invalidateAll)|clear_cache/,
  },
  {
    said: /(?:flush|clear|empt|purg|wip|delet)\w* (?:the |all |whole |shared |our |redis |production )*(?:caches?)/,
    shows:
      /FLUSH(?:ALL|DB)|cache:(?:clear|pool:clear)|cache clear|\bpurge|cache\.(?:clear|flush|purge|reset|delete_pattern|invalidateAll)|drop_caches|\brm\b[^\n]*cache|cache clean|create-invalidation|php artisan [a-z]+:clear/,
  },
  {
    said: /reset(?:ting|s)? (?:the |a |whole |shared |our |staging |dev )*(?:database|db|schema)s?/,
    shows:
      /migrate reset|db:reset|migrate:(?:fresh|refresh|reset)|migrate dev|db reset|\bdropdb\b|DROP (?:DATABASE|SCHEMA)|ecto\.reset|flush --no-?input|--force-reset|db:schema:load|db:setup|schema:drop/,
  },
  {
    said: /migrat(?:ed|ing) (?:the |a |straight |directly |on )*|(?:ran|run|running|appl\w+) (?:the |a |all |database |db |schema )*migrations?/,
    shows:
      /\bmigrate\b|alembic upgrade|db push|flyway|liquibase|ef database update|db:migrate|ecto\.migrate|schema:update|\bgoose\b|dbmate|sqitch|ALTER TABLE|migration:run|migrations:migrate|atlas schema apply|prisma/,
  },
  {
    said: /(?:add|creat|build)\w* (?:an? |the |new |missing )*(?:index|indices|indexes|constraints?|foreign keys?|not null columns?)/,
    shows:
      /\bADD\s+(?:CONSTRAINT|INDEX|FOREIGN)|CREATE\s+(?:UNIQUE\s+)?INDEX|add_(?:index|foreign_key|constraint)|(?:add|create)Index|op\.create_index|NOT NULL/,
  },
  {
    said: /(?:alter|chang|renam|widen)\w* (?:a |the |an )*(?:types? of )?(?:a |the |an )*(?:columns?|tables?|schemas?)(?: types?)?(?: by hand)?/,
    shows:
      /\bALTER\s+TABLE|ddl-?auto\W+(?:update|create)|synchronize:\s*true|AlterField|alter_field|RemoveField|rename_column|renameColumn|change_column|alter_column|alterColumn|RENAME\s+(?:COLUMN|TO)|sp_rename/,
  },
  {
    said: /(?:restor|import|load)\w* (?:a |the |an |old |production |prod |live )*(?:dumps?|backups?|snapshots?|data)/,
    shows:
      /pg_restore|mysql\b[^\n]*<|psql\b[^\n]*(?:<|-f\b|--file)|mongorestore|restore|\bimport\b|loaddata|COPY \w+|LOAD DATA/,
  },
  {
    said: /(?:dump|export|copi|copy|pull|download|clon)\w* (?:of )?(?:a |the |an |our )*(?:real |whole |production |prod |live |customer |user |patient |personal |employee )+(?:\w+ )?(?:data|databases?|db|tables?|dumps?|records?)/,
    shows:
      /pg_dump|mysqldump|mongodump|mongoexport|COPY \w+|\bexport\b|dumpdata|\bpg_basebackup|\bscp\b|rsync|SELECT \* FROM|pull\b|clone/,
  },
  {
    said: /(?:delet|remov)\w* (?:the |old |all |our |last |only )*(?:backups?|snapshots?|archives?|dumps?)/,
    shows:
      /\brm\b[^\n]*(?:backup|snapshot|dump|archive|\.bak|\.sql|\.tar)|delete-(?:db-)?snapshot|snapshots? delete|(?:restic|borg) (?:forget|prune|delete)|delete-backup|DeleteSnapshot/,
  },
  {
    said: /clear\w* (?:the |all )*(?:app\w* |user |site |browser )+data/,
    shows: /pm clear|clearApplicationUserData|clear-?data|uninstall|indexedDB\.delete|localStorage\.clear/,
  },
  {
    said: /hard[- ]delet\w+|(?:delet|remov|eras)\w* (?:the |old |customer |user |all )*(?:rows?|records?|entries|users?|customers?|accounts?|orders?|bookings?|invoices?|messages?)/,
    shows:
      /\bDELETE\s+FROM\b|\.delete\(|\.destroy|delete_(?:all|many|one)|deleteMany|deleteOne|destroy_all|\.remove\(|Repo\.delete|findByIdAndDelete|DELETE \/|-X\s*DELETE|TRUNCATE/,
  },
  {
    said: /(?:purg|drain|empt|flush|clear|wip|delet)\w* (?:out )?(?:the |a |an |all |whole |our |\w+ ){0,3}?(?:queues?|topics?|mailbox\w*|streams?|message bus|outbox|inbox)/,
    shows:
      /purge|queue[- _]?(?:delete|empty|clear|flush)|delete[- _]?(?:queue|topic|stream|records)|topics?\b[^\n]*--delete|kafka-delete-records|XTRIM|\bDEL\b|rabbitmqctl\s+(?:reset|delete|purge)|DELETE FROM \w*(?:queue|outbox|inbox|message|job)/,
  },
  {
    said: /re-?(?:sent|send|sending|play|played|playing|submit\w*|transmit\w*|import\w*|process\w*) (?:the |all |old |whole |same |\w+ ){0,3}?(?:messages?|events?|files?|orders?|declarations?|batch\w*|queues?|stream|history|log)|replay\w*|rewound|rewind\w*|reset\w* (?:the |consumer |kafka )*offsets?/,
    shows:
      /replay|re-?send|re-?submit|re-?transmit|requeue|re-?process|--reset-offsets|--to-earliest|from-beginning|seek_?to_?beginning|auto\.offset\.reset|shovel|--force-resend|redrive/,
  },
  {
    said: /(?:rebuil|re-?index|refresh|recreat)\w* (?:the |a |all |whole |search |entire )*(?:search )?(?:ind(?:ex|exes|ices)|materiali[sz]ed views?)/,
    shows:
      /re-?index|rebuild|REFRESH MATERIALIZED|search:(?:reindex|rebuild)|searchkick|rebuild_index|update_index/,
  },
  {
    said: /(?:lock|block)\w* (?:the |a |whole |\w+ ){0,3}?tables?|vacuum(?:ed|ing)? full|(?:full )?table rewrit\w+/,
    shows:
      /LOCK TABLE|VACUUM\s+(?:\(?FULL|FULL)|\bCLUSTER\b|ALTER TABLE|ACCESS EXCLUSIVE|CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)|REINDEX(?! \w+ CONCURRENTLY)|pg_repack/,
  },
  {
    said: /(?:seed|load|import|insert|wrote|writ|put|creat)\w* (?:the |some |our |demo |fake |\w+ ){0,2}?(?:test|demo|seed|sample|fake|dummy) (?:data|rows|records|users|orders|accounts|fixtures)/,
    shows: /\bseed|fixtures?|loaddata|demo|factory|faker|fake|dummy|sample/,
  },
  {
    said: /soft[- ]delet\w+/,
    shows: /deleted_?at|is_?deleted|paranoia|SoftDeletes|acts_as_paranoid|@SQLDelete/,
  },
  {
    said: /auto-?increment(?:ing)?(?: ids?| keys?)?|sequential ids?|serial ids?/,
    shows: /AUTO_?INCREMENT|\bSERIAL\b|BIGSERIAL|IDENTITY\(|autoincrement|GenerationType\.IDENTITY/,
  },
  {
    said: /(?:json|jsonb) columns?|json (?:in|blobs? in) (?:the )?(?:database|db|sql)/,
    shows: /\bJSONB?\b|JSONField|t\.json|@JdbcTypeCode|json_column/,
  },
  {
    said: /(?:images?|files?|blobs?|binar\w+|pdfs?|photos?) in (?:the )?(?:database|db)/,
    shows: /\bBYTEA\b|\bBLOB\b|LONGBLOB|BinaryField|t\.binary|VARBINARY|LargeBinary|@Lob/,
  },
  {
    said: /offset pagination|limit\/offset|offset paging|paging by offset/,
    shows: /\bOFFSET\b|\.offset\(|\.skip\(|page\s*\*\s*/,
  },
  {
    said: /(?:like|ilike) (?:search\w*|quer\w+)|leading wildcards?/,
    shows: /\bI?LIKE\s+['"]?%|__icontains|contains\(/,
  },
  {
    said: /(?:database|db|sql) triggers?|triggers? in the (?:database|db)/,
    shows: /CREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER|create_trigger/,
  },
  {
    said: /stored procedures?/,
    shows: /CREATE\s+(?:OR\s+REPLACE\s+)?(?:PROCEDURE|FUNCTION)|\bCALL\s+\w+\(|EXEC\s+\w+/,
  },
  {
    said: /cascad(?:e|es|ing)(?: deletes?| delet\w+)?|on delete cascade/,
    shows:
      /ON DELETE CASCADE|CascadeType\.(?:ALL|REMOVE)|dependent:\s*:destroy|on_delete=(?:models\.)?CASCADE|cascade:\s*true|\bCASCADE\b|onDelete:\s*['"]?cascade/,
  },
  {
    said: /eager (?:load\w*|fetch\w*)/,
    shows: /FetchType\.EAGER|eager:\s*true|lazy=["']?joined|\.includes\(|eager_load/,
  },
  { said: /lazy (?:load\w*|fetch\w*)/, shows: /FetchType\.LAZY|lazy:\s*true|lazy=["']?(?:select|dynamic)/ },
  {
    said: /(?:database|db)?\s?synchroni[sz]e(?:: ?true)?|schema sync|auto-?ddl|ddl-?auto|hbm2ddl/,
    shows:
      /synchronize:\s*true|ddl-auto[:=]\s*(?:update|create)|hbm2ddl|sync\(\s*\{\s*(?:force|alter)|EnsureCreated|create_all\(|AutoMigrate\(/,
  },
];

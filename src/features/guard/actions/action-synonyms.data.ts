/**
 * Words that stand for one another, a line each. Before a colon stands what people say: that is shown by any word of its
 * line, by libraries, programs, packages and the like, while those do not stand for each other.
 */
export const ACTION_SYNONYMS = `
price cost amount total subtotal money currency cents fee payment salary balance sum rate tax vat interest
customer client buyer shopper visitor guest patron
address: street city postcode zip
picture image photo
mail email
login signin auth authentication
token jwt bearer
secret: key token password credential apikey
key: secret apikey
password passwd passphrase pwd
staff employee
remove delete
database db
repository repo
schedule scheduler cron
notification notify push
latitude lat
longitude lon lng
release publish deploy rollout supply ship
restart reload
message msg
number no nr
telephone phone
directory folder
invoice bill
appointment booking reservation
logger logging log
print printing
send sent
hold reserve
download fetch
configuration config settings
production: prod live
staging: stg preprod
python: py
typescript: ts tsx
javascript: js jsx mjs cjs
ruby: rb
rust: rs
golang: go
kotlin: kt kts
csharp: cs
shell: sh bash zsh
database: sql psql postgres mysql sqlite mongo sqlalchemy repository prisma pg
postgres: psql postgresql psycopg psycopg2 asyncpg pgx pg postgrex npgsql libpq
postgresql: psql postgres psycopg psycopg2 asyncpg pgx pg postgrex npgsql
mysql: mariadb pymysql mysql2 mysqldump mysqlclient
mongodb: mongo pymongo mongoose mongosh mongoclient motor mongoid mongodump mongod mongoengine
mongo: mongodb pymongo mongoose mongosh mongoclient motor
sqlite: sqlite3 sqflite better-sqlite3 rusqlite aiosqlite
redis: ioredis redis-cli aioredis jedis lettuce redix go-redis redisson stackexchange valkey
memcached: memcache pymemcache pylibmc dalli
elasticsearch: elastic opensearch elasticsearch-py elastic4s nest
dynamodb: dynamo dynamoose dynamodbclient
cassandra: cqlsh scylla datastax
neo4j: cypher bolt
clickhouse: clickhouse-client clickhouse-driver
firebase: firestore firebase-admin firebase_core crashlytics fcm
kafka: kafkajs confluent-kafka confluent_kafka librdkafka rdkafka kafka-python aiokafka sarama kafka-console-producer broadway_kafka kafkatemplate
broker: activemq rabbitmq kafka mosquitto nats amqp artemis pulsar emqx
queue: rabbitmq sqs kafka celery sidekiq bullmq bull amqp
proxy: nginx haproxy traefik envoy squid caddy
webserver: nginx apache caddy httpd
warehouse: bigquery snowflake redshift clickhouse
backup: restic borg pg_dump mysqldump snapshot
rabbitmq: amqp amqplib pika bunny lapin rabbitmqctl rabbit masstransit
zeromq: zmq pyzmq zeromq netmq czmq libzmq jeromq
nats: nats.js nats-py jetstream
mqtt: paho mosquitto mosquitto_pub aiomqtt emqx paho-mqtt
celery: celery_app shared_task delay applyasync
task: delay applyasync shared_task performasync
sidekiq: perform_async sidekiq_options
grpc: grpcio protoc protobuf tonic grpc-js grpc_tools
protobuf: protoc proto pb protobufjs
graphql: apollo gql urql graphene strawberry relay graphql-ruby absinthe
soap: wsdl zeep savon
websocket: ws socket.io websockets wss actioncable
websockets: ws socket.io websocket wss actioncable
kubernetes: kubectl helm k8s kustomize minikube kubeadm k3s eks gke aks
docker: dockerfile docker-compose podman
terraform: tofu hcl tf tfvars
ansible: ansible-playbook ansible-galaxy
helm: chart helmfile
jenkins: jenkinsfile
vagrant: vagrantfile
airflow: dag airflow_dag apache-airflow
spark: pyspark sparksession sparkcontext spark-submit
hadoop: hdfs mapreduce
pandas: pd dataframe read_csv read_excel
numpy: np
tensorflow: tf keras
keras: tf
pytorch: torch torchvision lightning
sklearn: scikit-learn
scikit-learn: sklearn
matplotlib: pyplot plt
opencv: cv2
beautifulsoup: bs4
conda: mamba miniconda miniforge anaconda environment.yml micromamba conda-forge
anaconda: conda
poetry: poetry.lock
pipenv: pipfile
moment: moment-timezone moment.js
lodash: underscore
jquery: jquery-ui
react: jsx tsx react-dom
angular: ng angularjs
vue: vuex pinia
bootstrap: react-bootstrap ngx-bootstrap
tailwind: tailwindcss
redux: react-redux toolkit useselector createslice createstore
webpack: webpack-cli webpack.config
selenium: webdriver chromedriver
cypress: cy
playwright: pw
puppeteer: headless-chrome
enzyme: shallow
orm: sequelize typeorm prisma sqlalchemy hibernate gorm activerecord jpa doctrine eloquent mikro-orm drizzle peewee diesel ent ef entityframework ecto objection
hibernate: jpa entitymanager jparepository
sequelize: sequelize-cli
typeorm: entity getrepository
lombok: getter setter builder slf4j allargsconstructor
junit4: runwith
mockito: mock injectmocks
testcontainers: container genericcontainer testcontainer
guava: com.google.common
log4j: log4j2
rxjava: observable flowable
rxjs: observable subject pipe
retrofit: retrofit2
dagger: hilt
bloc: flutter_bloc cubit
hive: hive_flutter openbox
realm: realmswift
storyboard: uistoryboard xib
cocoapods: pod podfile podspec
carthage: cartfile
alamofire: af
coredata: nsmanagedobject nspersistentcontainer nsfetchrequest
xamarin: maui
unity: unityengine
lottie: lottiefiles lottie-react lottieanimationview
sentry: raven
segment: analytics.js
mixpanel: mixpanel-browser
stripe: sk_live checkout.session
paypal: braintree
twilio: sendgrid
sendgrid: sgmail
auth0: auth0-js
devise: authenticate_user
heroku: procfile
aws: boto3 s3 ec2 lambda aws-sdk cloudformation
s3: boto3 aws-sdk bucket
lambda: serverless sam
azure: az
gcp: gcloud gsutil
gcs: gsutil
nginx: nginx.conf
apache: httpd a2enmod
systemd: systemctl
yarn: yarn.lock yarnpkg
npm: npx package-lock.json
maven: mvn pom.xml
gradle: gradlew build.gradle
make: makefile
cmake: cmakelists.txt
bazel: bazelisk
xml: lxml etree elementtree xmlns saxparser
yaml: yml pyyaml
csv: csvwriter read_csv to_csv
excel: xlsx openpyxl xlsxwriter xlrd exceljs apache-poi read_excel
spreadsheet: xlsx openpyxl csv gspread
protobufs: proto protoc
webview: wkwebview webview_flutter inappwebview react-native-webview
iframe: iframes
sms: twilio
ftp: ftplib lftp vsftpd sftp
telnet: telnetlib
ffmpeg: libav
imagemagick: convert magick mogrify
latex: pdflatex xelatex tex
puppet: pp
vim: nvim
emulator: avd
simulator: simctl
transaction: begin atomic tx transactional rollback
test: spec pytest jest vitest unittest rspec phpunit junit mocha
test: dryrun
`;

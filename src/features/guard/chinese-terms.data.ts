/** Chinese words of software work and their English, one pair a line. */
export const CHINESE_TERMS = `
数据库 database
生产环境 production
生产库 production database
线上环境 production
正式环境 production
预发环境 staging
测试环境 staging
环境变量 environment variable
配置文件 config file
配置 config
安装 install
依赖 dependency
生产 production
线上 production
单元测试 unit test
集成测试 integration test
测试用例 tests
测试 test
删除 deleted
删掉 deleted
删了 deleted
删 deleted
提交 commit
推送 push
推到 push to
推 push
合并 merge
变基 rebase
回滚 revert
打标签 tagged
部署 deploy
发布 release
上线 deploy
分支 branch
主分支 main
主干 main
仓库 repository
代码库 repository
文件 file
目录 directory
文件夹 directory
路径 path
绝对路径 absolute path
密钥库 keystore
密钥 secret key
私钥 private key
密码 password
口令 password
令牌 token
凭证 credentials
证书 certificate
签名 signing
日志 log
缓存 cache
构建 build
编译 compile
编译器 compiler
警告 warnings
重启 restarted
更新 update
升级 upgrade
降级 downgrade
等待 wait
页面 page
代码 code
组件 component
接口 api
脚本 script
强制推送 force push
强推 force push
强制 force
迁移 migration
备份 backup
覆盖 overwrote
清空 truncated
清除 cleared
清理 cleaned
重置 reset
杀掉 killed
杀死 killed
杀 killed
停止 stopped
停掉 stopped
关闭 disabled
关掉 disabled
禁用 disabled
停用 disabled
启用 enabled
打开 opened
打印 print
输出 print
跳过 skipped
绕过 bypassed
忽略 ignored
屏蔽 silenced
压制 silenced
吞掉 swallowed
吞 swallowed
捕获 caught
硬编码 hard-coded
写死 hard-coded
明文 plain text
异常 exceptions
错误 errors
类型检查 type checks
类型错误 type errors
类型 type
死循环 infinite loop
忙等 busy wait
循环 loop
轮询 polling
睡眠 sleep
固定 fixed
休眠 sleep
下载 downloaded
上传 uploaded
发送 sent
群发 sent to all
发给 sent to
推送通知 push notification
通知 notification
邮件 mail
短信 sms
消息 message
手动 manually
手工 manually
直接 directly
拼接 concatenated
字符串 string
浮点数 float
浮点 float
双精度 double
整数 integer
小数 decimal
金额 amount
价格 price
余额 balance
税率 tax rate
汇率 exchange rate
利率 interest rate
工资 salary
账单 bill
发票 invoice
订单 order
账户 account
账号 account
客户 customers
用户 users
所有用户 all users
所有客户 all customers
全体 all
所有 all
全部 all
会员 members
病人 patients
患者 patients
员工 employees
商品 product
库存 stock
门店 shop
店铺 shop
仓储 warehouse
平板 tablet
手机 phone
设备 device
相机 camera
传感器 sensor
控制器 controller
电机 motor
阀门 valve
泵 pump
温度 temperature
降温 cooling
固件 firmware
芯片 chip
防火墙 firewall
端口 port
服务器 server
服务 service
进程 process
容器 container
镜像 image
集群 cluster
网络 network
真实 real
证书校验 certificate verification
证书验证 certificate verification
权限 permissions
管理员 administrator
超级用户 root
注入 injection
事务 transaction
查询 query
索引 index
表结构 schema
数据表 table
字段 column
主键 primary key
应用数据 app data
数据 data
模型 model
训练 training
数据集 data set
随机种子 random seed
随机数 random numbers
随机 random
时间戳 timestamp
时区 time zone
本地时间 local time
时间 time
日期 date
线程 threads
协程 coroutines
全局变量 global variables
全局 global
单例 singleton
正则 regex
反射 reflection
锁文件 lock file
生成的 generated
自动生成 generated
第三方 third-party
模拟器 emulator
截图 screenshot
图片 image
上下文 context
钩子 hooks
流水线 pipeline
定时任务 cron job
回调 callback
首页 home page
登录 login
支付 payment
退款 refund
修改 edited
改动 edited
改 edited
模块 module
插件 plugin
界面 ui
前端 frontend
后端 backend
浏览器 browser
文案 texts
翻译 translation
审查 review
评审 review
确认 confirmation
试运行 dry run
计划 plan
注释 comment
断言 assertions
快照 snapshot
版本号 version number
版本 version
最新 latest
主机 host
路由 route
报表 report
导出 export
导入 import
`;

/** How a thing is said in the word order of Chinese, and how in that of English. */
export const WORD_ORDERS: readonly (readonly [chinese: RegExp, english: string])[] = [
  [/(?:没有|没|未经?|不)\s*([^，。；、]{1,40}?)\s*就\s*([^，。；]+)/g, '$2 without $1'],
  [/在\s*([^，。；]{1,40}?)\s*[上里中]\s*([^，。；]+)/g, '$2 in $1'],
  [/(用\s*[\w.-]+)\s*(?=[\u4e00-\u9fff])/g, '$1 to '],
  [
    /把\s*([^，。；]{1,40}?)\s*(?:写进|写入|写到|放进|放到|存到|存进|提交到|提交进|推送到|传到)了?\s*/g,
    ' $1 in ',
  ],
  [
    /把\s*([^，。；]{1,40}?)\s*(写死|硬编码|删除|删|清空|覆盖|关闭|关掉|禁用|跳过|停掉|重启)(?:在)?/g,
    ' $2 $1 in ',
  ],
];

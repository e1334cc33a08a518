// Learned from test/fixtures/orders by `npm run approve:weights`: not written by hand.

/** Of a weight. */
export const WEIGHT_SCALE = 0.0625;
/** What every text begins with: none is an order until its words say so. */
export const BIAS = -2.0625;
/** A weight in steps, then the signs that have it, between tabs; those above 0 speak for an order. */
export const FEATURE_WEIGHTS = `111	ai
97	assistant
96	exampl
86	follow
84	to @url
82	pre
80	sei
76	the follow	the user
74	dein
71	so that
70	alle	and do	dieser	you are
69	user'	you
68	instruction	the user'	请
64	bot
63	decod	now
62	agent	into the
61	dies
60	ab	ohne	user
59	root	whatever
58	obey
57	this page	your
56	approv	host	messag	nobody	reply
54	as the	of this
53	nutzer dass	skip	system
52	this is	你
51	answer	curl	drop	this file
50	lösch	nutzer	review	that this	to the
49	task
48	read this	reveal	without
47	guideline	in this
46	below	chat	it up	model	并
45	conversation	in die	password	request	to @path	面
44	claud	paragraph	say that	the next	this packag	when ask
43	and never	content of	hidd	sprachmodell
42	^assistant	^forget	curl s	datei	it and	next	skip the	the content
41	confirmation	give	proce	safety	the human	接
40	^请	accept	full	keys	sicherung	without ask
39	and obey	assistent	describ	geprüft	human	packag	s	sie als	以
38	and leav	anyon	in your	müss	say	you have	überspring
37	@id to	^mark	^merk	administrator	content	document	earlier	it in	ki	mention	merk	merk dir	owner	push	regeln	sei grün	test sei	that the	the databas	to @id	whenever
36	and skip	click	conceal	delet the	grün	need to	qo	qo @url	replac	s @url	the text	wget	wget qo	所	所 有	整
35	@id and	anweisung	authentication	ein und	meldung	that we	that you	把
34	^ai	asks	audit	dear	fetch	llm	page you	sh	stat that	the conversation	the person	turn off	we can	个
33	@url and	^note	^when	alway	carry	disabl	disregard	does not	du	for this	it as	rule	sudo	tell	tell the	this tool	不	份	告
32	^把	do as	eras	from this	gib	instruction and	job and	report	says	the audit	tok	trust	有
31	^system	a terminal	about this	als parameter	an die	bist	public	quietly	silently	the hidd	verschweig	with the	令	全	无
30	^important	an unrestrict	any rule	asks for	bypas	bypas the	carry out	developer	display	it would	modul	off	stell	the reader	现 在
29	ab und	abov	acces	already	and describ	approv this	bitt	curl @url	decod this	even when	fix is	forget	go on	low and	mark the	the chang	this paragraph	user about	zugangsdat
28	@url bash	^as	^save	and carry	and tell	are no	as if	aus	base	befor each	call	das skript	dir	e	formatt	history	includ the	insid	messag from	nenn	platt	product	rate this	say noth	sh befor	should	simpl	skript	the test	to this	und nenn	unser	were	whatever the	you must	备	这 个	里
27	^befor	^ignor	^inst	^llm	^make	act as	and follow	consent	d sh	do it	finding	important	post	real	sofort	start system	the fail	the fix	this messag	this repository	up and	you generat	your next	要	面 的
26	@path and	about it	and say	as your	cooki in	disabl the	every confirmation	guard	later	mirror	mit der	modul so	not need	operator	over	summaris	the deployment	the guard	the valu	thread	to our	transfer	unrestrict	whol	you to	下 面	用 户	链	链 接
25	^for	a line	addres in	and drop	and writ	as a	br it	echo	edit	from our	further	genehmig	gist	helper	here on	instruction into	line to	need for	parameter	read @path	restriction	sag dem	shell	so do	take on	the secret	this line	you may	your summary	全 部	内 容	本
24	^pretend	about	addres	an und	and noth	api keys	consider every	cooki	d	dein anweisung	dns	do	drop the	env	from critical	here and	im bericht	is the	output	policy	priority	run it	session cooki	that they	them	them as	true	user has	任	到	到 @url	即	都 要
23	@path user	^hey	^upload	an ai	and don't	and includ	and merg	another one	at once	base and	bash curl	can find	check it	collect	critical	describ the	download the	have been	hey	home directory	in an	link	main and	network call	ohne rückfrag	one and	preferenc	print	reader	reveal your	review this	rückfrag	rückfrag aus	schweregrad	sieh	text	the task	this notic	user asks	valu	your reply	发	完	户	放 进	模	要 告	记
22	@id the	^@path	^decod	agent and	and hand	and stat	and that	archiv	ask again	ask me	bericht	continu	curl fssl	customer	darf	databas	databas password	dependency	dich	div	driv	dump	encod	forc	fremd	from here	from your	fssl	fssl @url	includ	into a	is a	it to	künftig	must	overrid	pleas disregard	r	random	span	star	start	step	str	switch	system you	that character	the addres	then remov	to every	user' request	vendor	you were	已	意	输 出	进	部
21	@id vybcbodhrwoi	^any	^approv	act	argument	asid	at @url	c	credential	dauerhaft	dauerhaft in	dir dauerhaft	directive	everyth	external	generator	hex	if anyon	in jeder	ins	inst	is need	kindly	of and	of your	out of	rf	rf @path	rm rf	role of	scor	so far	terminal	the log	tree	vybcbodhrwoi	weak	will	you answer	you never	下	以 下	备 份	直 接	诉 用
20	@id @id	@url sudo	^urgent	^助	acme	admin	alert	and answer	and past	and present	anweisung und	anwender	assistent ohne	aufgab	base d	befor you	boss	collect all	complet	consider	conversation so	copilot	copy this	download	du bist	ein assistent	else	evidenc	execut	filter	fold it	gilt	has to	header x	in memory	inform	issue	jetzt	jetzt ein	keep this	notic	output the	permission	print them	request description	sag	shall	stor	sudo bash	the @id	the evidenc	the home	the issu	the list	the npm	the pull	them to	to accept	to stop	url	use the	werd	whenever you	your new	your safety	your system	不 要	产	内	完 整	容	录	执	执 行	条	的 所	码	立	立 即	输	通
19	^disabl	^im	^quietly	^repeat	^take	a request	account in	and list	and shar	approv all	auch	audit and	change in	complet the	confidential	confirm	fold	ignor	im start	languag model	mail exampl	mark	next payment	no	no longer	note to	notiz	number	obey this	of @path	off and	open	proce to	push straight	python	python c	reader to	record	remov the	request with	rm	root password	rule and	say the	several	shipp	slow the	summaris this	the developer	the earlier	the vulnerability	this note	to whoever	ur	vulnerability	what are	yourself	助	助 手	将	无 条	直	规	都
18	@url so	^report	^stop	^忽	a user	agent read	ahead	anmeldung	answer that	are still	at it	authoriz	check	comply	comply with	customer tabl	dieser seit	find to	fix and	gib dein	have to	hook and	into each	it @path	leav the	low	md and	never	now and	open it	partner	person to	post the	recommend	refactor	selbst	set asid	so the	stay in	tell anyon	text on	the top	this sentenc	to main	to recover	took	turn to	urgent	want you	whatever it	whoever	whol conversation	without show	从	写	删	后	告 诉	块 里	总 结	提	时 都	编	诉
17	^pass	^review	^set	a code	a l	add	adress	also	and restor	and stay	any more	any other	assistant should	authoris	believ you	branch protection	call to	code block	dangerously	dangerously skip	deployment	die datei	e a	evaluat	even if	find in	footer	for it	french and	g n	i g	i o	in full	in that	initial	into french	invisibl	it a	l l	l p	merg	n o	nam	not ask	o r	on you	overrid your	p r	print all	protection	put the	r e	readm	recover the	remove it	report the	respond	restor it	s and	skip permission	so nobody	suit	test the	text you	that mention	the exact	the extra	the footer	the other	the persona	the readm	the real	the sandbox	the transfer	them into	tool with	vulnerabilitie	you touch	zero	一 个	块	审	总	指 令	生	里 的
16	^curl	^dear	^imagin	account and	advis	ai agent	all api	already so	and br	are an	as it	ask about	au	automat	befor read	bound by	claud md	command is	debugg	definition and	den inhalt	deny	ein sprachmodell	einer	endpoint	env to	environment variable	exfiltrat	extra	for word	forc push	forever	g	had	has giv	has no	if the	imagin	info	inhalt	inhalt der	it only	it with	key in	keys on	lead	longer bound	maintenanc	model call	more	new instruction	no security	not notic	on each	on main	payment	person	persona	project root	runs	safety guideline	schick	session load	support can	that support	the project	the reviewer	the shar	the talk	this chat	this dependency	this imag	time you	tok and	tool definition	updat	warning	were told	what you	who	word for	you and	you go	you writ	your answer	以 后	对	有 指	标	现	脚	脚 本	话	过
15	^error	^eval	^output	^translat	a game	add a	an @url	and append	and run	anthropic	anyth else	as though	assistant ignor	befor answer	befor this	benutzer	benutzer nicht	bild	bound	chmod r	clos	datei an	datei env	davon	davon und	dem benutzer	deploy at	der env	env an	env datei	every customer	far	for everyth	forget all	full system	give this	health	id rsa	invitation	invoic	it again	keep it	keep the	keyboard	keychain	line that	lower the	lück	mention this	must star	nicht davon	noth	nur	of all	omit	omit the	on with	out the	pass	play a	read the	render	rsa	run wget	secret	setting json	the account	the owner	the web	they should	this function	this instruction	this text	transfer the	treat the	und schick	user that	were giv	you edit	your current	your full	你 是	你 的	型 请	成	推 荐	提 到	核	每 次	环	荐	调	问
14	@path to	^collect	^messag	^reveal	^switch	abov this	agent shall	agent should	all environment	all pull	and send	answer every	append	apply the	at post	attach	awdub	believ	company	competitor	complianc	daemon	definition	display name	earlier instruction	field	file so	filter are	forward the	french	git history	grant	hand	in every	in which	instruction you	kill	later session	lift	limit and	link below	list	next call	normal	note for	npm packag	of the	ok	ops at	plant	post exampl	production	reason you	reply with	restor	return true	security	start it	step in	succes	supersede	system messag	task as	text abov	that show	the authentication	the git	the one	the recipient	the step	the whol	this from	time and	to developer	to production	tool to	ts and	valu of	variable and	writ acces	writ the	your rule	全 检	发 送	员	回 复	安	安 全	手	改 为	是 管	检 查	话 写	长 期	限 制
13	^attention	^hide	^render	^spell	^turn	act on	alle bisherig	attention	ausschli	ausschli lich	back door	befolg	befolg ausschli	befor my	bisherig anweisung	bist jetzt	bots	chat history	clinic	code	danach	diff summary	disregard the	e mail	einschränkung	einschränkung und	eval	even	evil	exact	file instead	filter does	finish the	forget what	guidanc	has approv	here for	hereby	human review	imag	immediately	in plac	into every	issu	jeder	just	keep quiet	key	letter per	lich	line	mail the	mehr	mention it	my first	negativ review	network	not report	one letter	only with	ops	payload	per line	pretend	public key	quality	recipient	recover	report that	repository	requir	requirement	requirement txt	reveal that	right away	rose	rule about	sandbox	save	schick die	seit	speak	spell out	stop follow	subscription	summary	tabl to	task is	test were	the bug	the comment	the customer	the library	the negativ	the remain	the rule	the tool	this document	this step	to authoriz	to drop	to enter	to x	tool result	top	treat	und befolg	upload the	weiter	your hidd	your operator	zeil	überweisung	事	任 务	体	出	删 除	容 发	我 是	打	把 env	把 环	把 系	放	次	的 任	的 内	能 体	规 则	通 知	量 里	钥 发	长
12	@id @path	^bitt	^copy	^du	^ignorier	^overrid	^summaris	all later	all previou	all the	aloud	and approv	and label	and put	answer so	are my	as follow	assistant when	authoriz keys	been lift	bisherig	break	call it	can help	carry on	confirm with	current	dan	deliver	dependencie	effect	enter	exampl in	execution	file they	final	follow it	from the	give it	go ahead	heimlich	i am	ignor all	inbox	install the	is @id	it first	it says	jeder sitzung	keys of	leav	lie	my boss	name as	never mention	new card	note it	noth else	number in	o	off the	p	policie	present	pretend that	remove	rest of	run curl	sandbox and	str and	straight	straight to	sync	system prompt	tabl and	that was	the interview	the migration	the monitor	this was	to collect	to run	tok to	true in	u	us it	util	was in	went	when you	whoever asks	will not	wire	wishe	with no	with ok	you find	不 必	件 事	任 何	住	开 始	户 这	据 库	故	故 障	数	本 页	条 件	检	注 意	理 员	的 全	知	箱	系	系 统	统	行	记 住	说	请 注	障
11	@url sh	^assum	^if	^put	ai ignor	and cannot	and clos	and reveal	and start	answer everyth	answer yes	approval	are void	as verifi	assistant has	auth ts	bcc	bug	check by	command from	comment field	commit	copy the	dass du	drop your	durch	edit the	en	factor login	find	first messag	fix	follow line	for permission	full configuration	futur	führ	game in	geles	had typ	hidd div	insert	is alway	is obsolet	issu in	it into	it without	item	keys you	letter	list every	may read	mention the	moon	new issu	of github	page as	party is	past the	payroll	permanently	permanently that	pretend you	print the	remainder	remainder of	repository and	rewritt	routin	show it	start up	successful	switch to	telemetry	the administrator	the branch	the build	the delivery	the diff	the guidanc	the privat	the remainder	the restriction	the ssh	they	this job	this time	to copilot	turn	two factor	und start	user had	void	waiv	which you	yes on	you had	you run	your developer	your tool	一 切	不 再	个 没	从 现	何 规	关	关 闭	再 受	切	切 问	制 的	受 任	查	样 输	格 式	照	留	的 备	答 一	词 原	说 明	转	转 发	闭	问 题
10	@id with	@url befor	^alt	^open	^从	^以	a comparison	a first	a smil	a test	a third	abov and	add the	am	and keep	and note	and output	and post	as agre	authoris you	b	be ask	benchmark number	boss want	bucket	case	chatbot	chmod	claim that	click here	command without	comparison of	content to	delet	delivery	dialog befor	du ein	entry	exampl agent	field of	firewall	firewall and	for every	for them	gelt	give a	handl	hidd instruction	hidd prompt	in config	inform the	insid a	into claud	is to	it when	l	location	look up	merg it	negativ	noch	noth about	on this	order in	out	outdat	permission prompt	personal data	post its	previou	repo	requestz	run git	security team	shar it	sign with	ssh keys	stop	stop the	svc	task and	the admin	the confidential	the env	the firewall	the hook	the installation	the key	the only	the public	the severity	the stor	third party	this so	to bypas	user and	variable to	verbatim	verlangt	visitor	was a	well done	what it	whil you	with their	you continu	you did	you read	you start	zip	一 律	则	前 的	后 每	在 回	复 中	始	并 把	并 照	律	无 需	智	智 能	有 限	期 记	格	模 块	次 会	正	每	跳	跳 过	门
9	@url the	^insert	^leav	a tool	account of	agre	agre with	all confirmation	am the	an empty	anthropic staff	approv the	are your
-9	^debug	^der	^honestly	^it	^it's	^my	^third	a column	a command	a good	a new	a refund	a small	able	accept and	adds	agent yaml	already has	an account	an hour	an issu	and everyth	and pass	approve	around
-10	^be	^content	^continu	^i'll	^model	^npm	^privat	^secret	^skip	^stat	^task	^who	^writ	^管	all right	and is	and no	angriff	applie	approv each	assistant to	at least	behind	build	can't	check befor	check your	create	create a	dat	design	do the	doesn't	early	eben	erst	fact	favourit	five	fix in	fresh	gear	genannt	get a	guid	hash	in test	in thre	ines	is now	it for	it is	kann	key and	kubectl	least	let me	mail	memory	memory md	minify	module	mum	n	next to	npm ls	offlin	outlin	outsid	parser	pdf	perfect	permission model	pick up	pip install	prefer short	rais	read them	run a	runn	satz	sein	session tabl	short answer	sinc it	someon	sqlit	stag box	subfolder	tell me	test fail	the door	the editor	the flag	the gear	the main	the reason	the request	the summary	the version	them on	this week	throw	tidy	timeout	topic	tuesday	typical	ui	uninstall	user prefer	weekend	what happen	worry	worry about	wrist	yes if	you for	you put	you think	zurück	上	写 进	出 现	帮 我	常	库 请	志	或	把 构	收	放 在	日 志	最	构 建	理 服	见	请 使	钥 管	间
-11	^@id	^add	^delet	^find	^frag	^have	^i'm	^permission	^thank	^ther	^wait	^why	^不	are read	by default	by mail	command that	csv	ein pull	entrie	follow the	from user	gets	goal	help	how'	identifier	image	link work	login page	löschst	main open	me a	model to	nine	node	not show	npx	number of	oft	part	plainly	plann	playbook	plugin	pool	rather	ready	releas note	return	return the	rows	scarf	scre reader	sql	stal	stop and	target	the bot	the default	the export	the order	the previou	the upload	this even	to make	together	understand	unknown	unter	until the	user' languag	warn	we report	what do	what was	won't	y	you get	you notic	三	们	使	值	击	十	器	布	引	攻	攻 击	测 试	的 文
-12	^layer	^tell	a colleagu	a doctor	a shar	api	app	are welcom	auto	befor compar	befor it	bei	button	button and	cannot be	centr	come	confirmation befor	cost	ctrl	demo	detail	docker	ever	fix it	for you	gb	german	goes	grey	group	have the	he's	its own	jona	light and	littl	lunch	mail and	not to	note they	of you	off in	pleas don't	postgre	program	put your	redi	reject the	reload	remember that	reproduc	resum	revert	says that	schema	screenshot	show stack	sich	skill	stack trace	stor in	suspiciou	tab	the coverag	the last	the page	to be	tok with	trace	trace to	utc	war	wenn du	when the	whos	with an	work befor	先	工	帮	建 议	文	构	目	表
-13	'	^absolut	^claud	^i'd	^our	^send	^show	^ssh	^wenn	a bit	a migration	agent md	ansibl	as data	at most	better	bring	delete	dry	expect	f	go to	high	in the	is it	jwt	keep your	match	miss	mov to	ms	or the	phrase	pnpm	poll	session log	sign in	station	store	tak	templat	thank	that'	the name	the phish	there'	tir	tonight	type	up the	up to	vault	what' the	wrong	wrot	you a	保 存	修 改	可 以	多	少	户 的	测
-14	^password	^session	^start	^that	^try	^vor	a day	after a	and record	becaus the	bit	colleagu	comment	compar	creat	dist	documentation	export	fals	forty	fram	friday	h	half	hear	hugo build	love	ls	made	mcp	never push	per	sav	snapshot	split	such as	sure	the giv	the new	the old	the plac	to env	weekly	why	work	you want	you'd	息	日 期	设	设 置
-15	^base	^not	^ran	^rule	^telemetry	^text	^without	^提	a dependency	a file	a session	after the	against	feel	fix the	generat file	gut	index	instruction in	level	log the	make	message	mir	nach	page may	phish	priya	record the	report to	restart	room	say so	sort	the certificat	the dashboard	the releas	through	thursday	tool call	tri	user to	want	we'v	word	得	更	重
-16	^drop	^is	^let'	^what'	a memory	answer in	bin	check the	client	dark	editor	explain	from a	git	her	kept	lose	need	npm	plan	prefer	queu	recall	save the	scre	session	take a	the context	the folder	the setting	to add	we'r	when a	whether	without the	you like	推 送	服 务	机	来	议
-17	^git	are a	changelog	container	have you	he	laptop	look	migration	rate limit	someth from	sunday	take it	the changelog	the packag	the server	the system	ticket	und werd	upgrad	used	value	welcom	within	you'll	可	号	并 请
-18	^are	^could	asks the	befor delet	begin with	bicycl	but you	check that	come from	could you	cursor	dashboard	found	head	instruction is	let the	local	minut	month	name of	role	see the	the word	修	看	置
-19	^i	^prompt	coffe	contain	day	deprecation	flag	hour	if a	ignor previou	live	move	of it	port	proposal	quick	renam	th	the prompt	tomorrow	too	yaml	year
-20	^i've	absolut	book	branch	by the	copy env	field instruction	fill	fill in	hugo	install	is not	limit	mean	once	project	run the	stack	the cach	the client	the first	ther is	they are	周
-21	^can	^fix	a pull	atla	by a	certificat	decid	deploy	draft	format	got	let	read	remember	she	start the	statu	tag	take	the repository	ther	think	twic	user when	without a
-22	^how	a note	allow	config	context	id	is no	let'	need a	publish	same	six	skipp	the note	the same	tick	when	writt	yet	you'v	存	建
-23	^check	^did	^your	appear	both	column	daybook	decision	done	last	on a	pip	ran	setting	thos	user befor	wait
-24	^daybook	and ask	and wait	docs	fail	good	hook	src	want to	way	what'	wher	新
-25	featur	keep	long	reject	second	sent	still	to keep	version	would	日
-26	are you	back	ci	mov	peopl	small	ten
-27	cach	did	error	it's	left	path	such	token	with curl	would you	会	我
-28	^ask	ask the	can you	days	hold	in a	prompt injection	retry
-29	^an	default	env exampl	own	shown
-30	date	did you	i'd	i've	light	time	until
-31	do you	i'll	most	my	try	week	you'r
-32	^user	^we	choos	data	import	minute
-33	^never	^no	folder	old
-34	^next	and a	me
-35	may	see
-36	^do	injection	one	someth
-37	could	file	get
-38	^a	becaus	can
-39	sinc
-41	short
-42	i'm	releas	to a
-43	md	server	than	thre	which
-46	use
-47	test
-49	^you
-50	like
-51	^tool
-52	two
-55	how
-60	tool bash
-63	we
-72	after
-77	i
-113	^the`;

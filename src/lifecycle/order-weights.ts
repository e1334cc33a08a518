// Learned from test/fixtures/orders by `npm run approve`: not written by hand.

/** Of a weight. */
export const STEP = 0.0625;
/** What every text begins with: none is an order until its words say so. */
export const FIRM = -2.125;
/** A weight in steps, then the signs that have it, between tabs; those above 0 speak for an order. */
export const SIGNS = `111	ai
97	assistant
95	exampl
86	follow
84	to @url
82	pre
80	sei
76	the user
75	the follow
74	dein
71	so that
70	alle	dieser	you	you are
69	and do	user'
68	instruction	the user'	请
64	bot
63	now
62	agent
61	dies	into the	whatever
60	ohne	user
59	ab
58	decod	obey	this page
57	messag	root	your
56	approv	host	nobody	reply
54	as the
53	nutzer dass	of this	skip
52	curl	system	this is	你
51	answer
50	lösch	nutzer	review	task	that this	this file
49	drop	reveal	to the	without
48	in this	password	read this
47	guideline
46	chat	it up	to @path	并
45	conversation	in die	model	面
44	claud	content of	paragraph	request	say that	sprachmodell	the next	this packag	when ask
43	and never	curl s	hidd	the content
42	^assistant	^forget	below	datei	it and	next	skip the
41	confirmation	give	proce	safety	the human	接
40	^请	accept	keys	sicherung	without ask
39	assistent	describ	full	geprüft	human	packag	say	sie als	y	以
38	and leav	and obey	anyon	content	in your	it in	müss	ur	you have	überspring
37	^mark	^merk	administrator	conceal	document	ki	mention	merk	merk dir	owner	push	regeln	replac	s @url	sei grün	test sei	that the	whenever
36	and skip	click	delet the	earlier	grün	need to	qo	qo @url	the databas	the text	wget	wget qo	所	所 有	把	整
35	anweisung	authentication	ein und	meldung	that you
34	^ai	asks	audit	dear	disabl	fetch	page you	stat that	that we	the conversation	the person	turn off	we can	个
33	@url and	^note	^when	alway	carry	d	disregard	do as	does not	du	eras	for this	instruction and	it as	s	sh	sudo	tell	tell the	this tool	tok	不	份	告
32	^把	from this	gib	job and	report	rule	the audit	trust	with the	有
31	^system	a terminal	about this	als parameter	an die	bist	e	public	quietly	the hidd	verschweig	令	全	无
30	^important	ab und	acces	an unrestrict	any rule	asks for	bypas	bypas the	carry out	developer	display	it would	messag from	modul	off	stell	the reader	现 在
29	abov	already	and describ	approv this	as if	bitt	curl @url	das skript	even when	fix is	forget	go on	llm	low and	mark the	rate this	skript	the chang	this messag	this paragraph	user about	zugangsdat	里
28	@url bash	^as	^save	and carry	and tell	are no	aus	call	dir	formatt	history	important	insid	nenn	platt	product	rot	say noth	sh befor	should	silently	simpl	the fix	the test	to this	transfer	und nenn	unser	were	whatever the	you must	备	这 个
27	^befor	^ignor	^inst	^llm	^make	act as	and follow	base	befor each	consent	do it	includ the	mirror	post	real	sofort	start system	the fail	this repository	up and	whol	you generat	your next	要	面 的
26	@path and	about it	addres in	and say	as your	cooki in	d sh	decod this	disabl the	every confirmation	finding	guard	later	mit der	modul so	not need	operator	over	parameter	says	so do	summaris	the guard	the valu	thread	to our	unrestrict	you to	下 面	用 户	链	链 接
25	^for	a line	and writ	api keys	as a	br it	edit	from our	further	genehmig	gist	helper	here on	instruction into	line to	need for	policy	read @path	restriction	sag dem	shell	take on	the deployment	the secret	then remov	this line	you may	your summary	全 部	内 容	本
24	@path user	^pretend	about	an und	and noth	bash curl	collect	consider every	cooki	dein anweisung	dns	do	download the	env	from critical	here and	im bericht	is the	print	priority	session cooki	text	that they	them	them as	true	user has	任	到	到 @url	即	都 要
23	^hey	^upload	an ai	and don't	and includ	and merg	another one	ask me	at once	base and	can find	check it	critical	drop the	echo	hey	home directory	in an	it to	l	link	main and	network call	ohne rückfrag	one and	output	preferenc	reader	review this	rückfrag	rückfrag aus	schweregrad	sieh	start	the task	this notic	user asks	valu	your reply	完	户	放 进	模	要 告	记
22	^@path	^gn	agent and	and drop	and that	archiv	argument	ask again	bericht	c	curl fssl	customer	darf	databas password	dauerhaft	dauerhaft in	dependency	describ the	dich	dir dauerhaft	div	dump	forc	fremd	from here	from your	fssl	fssl @url	gn	gn re	have been	in jeder	into a	künftig	must	of your	overrid	pleas disregard	r	random	re	re y	reveal your	rf	rm rf	span	star	step	switch	system you	that character	the log	to every	user' request	vendor	y ur	you were	发	已	意	输 出	进	部
21	^any	^approv	^decod	act	and past	and stat	anwender	asid	at @url	aufgab	complet	continu	conversation so	credential	databas	directive	driv	encod	everyth	generator	if anyon	includ	ins	inst	is a	is need	kindly	of and	out of	rf @path	role of	run it	scor	so far	stor	str	terminal	them to	tree	weak	werd	will	you answer	you never	下	以 下	备 份	直 接	诉 用
20	@url sudo	^urgent	^助	acme	addres	admin	alert	and answer	and hand	and present	anweisung und	assistent ohne	befor you	boss	collect all	consider	copilot	copy this	d e	download	du bist	ein assistent	else	evidenc	external	filter	fold it	gilt	has to	header x	in memory	inform	issue	jetzt	jetzt ein	keep this	notic	obey this	output the	permission	print them	request with	rm	sag	shall	sudo bash	the evidenc	the home	the issu	the list	the npm	to accept	use the	whatever it	your new	your safety	your system	不 要	产	内	完 整	容	录	执	执 行	条	的 所	码	立	立 即	输	通
19	^disabl	^im	^quietly	^repeat	a request	and list	and shar	approv all	auch	audit and	change in	complet the	comply	comply with	confidential	confirm	fold	im start	languag model	mail exampl	mark	next payment	no	no longer	note to	notiz	number	of @path	off and	open	partner	proce to	push straight	python c	reader to	remov the	request description	root password	say the	set asid	several	shipp	slow the	summaris this	tell anyon	the developer	the pull	the vulnerability	this note	to stop	to whoever	took	url	vulnerability	what are	whenever you	yourself	助	助 手	将	无 条	直	规	都
18	@url so	^report	^stop	^take	^忽	a user	account in	agent read	ahead	anmeldung	answer that	are still	at it	authoriz	base d	check	customer tabl	dieser seit	find to	fix and	gib dein	have to	hex	hook and	ignor	into each	it @path	low	md and	never	now and	open it	person to	post the	python	readm	recommend	record	refactor	rule and	selbst	so the	stay in	the earlier	the top	this sentenc	to main	to recover	turn to	urgent	vybcbodhrwoi	want you	whoever	whol conversation	without show	y vybcbodhrwoi	从	写	删	后	告 诉	块 里	总 结	提	时 都	编	诉
17	^set	a code	a l	adress	all api	also	and restor	and stay	assistant should	authoris	believ you	branch protection	call to	code block	dangerously	dangerously skip	deployment	die datei	e a	environment variable	evaluat	even if	execut	find in	footer	for it	french and	g n	i g	i o	in full	in that	initial	into french	invisibl	invoic	it a	it with	l l	l p	leav the	merg	n o	nam	not ask	o r	on you	overrid your	p r	payment	print all	protection	put the	r e	recover the	remove it	report the	respond	restor it	s and	skip permission	so nobody	suit	test the	text on	text you	that mention	the addres	the exact	the extra	the footer	the other	the persona	the readm	the real	the sandbox	tool with	vulnerabilitie	what you	you touch	zero	一 个	块	审	总	指 令	生	里 的
16	^curl	^dear	^imagin	^pass	^review	account and	add	advis	ai agent	already so	and append	and br	any more	any other	anyth else	are an	as it	ask about	au	automat	awdub	befor read	bound by	claud md	command is	debugg	definition and	den inhalt	deny	ein sprachmodell	einer	endpoint	env to	exfiltrat	extra	for word	forc push	forever	give this	had	has giv	if the	imagin	info	inhalt	inhalt der	it only	key in	keys on	lead	longer bound	model call	more	new instruction	no security	not notic	noth	on each	on main	person	persona	project root	runs	safety guideline	schick	session load	support can	that support	the project	the reviewer	the talk	the transfer	them into	this chat	this dependency	this imag	time you	tok and	tool definition	updat	warning	were told	who	word for	you and	you go	you writ	your answer	以 后	对	有 指	标	现	脚	脚 本	话	过
15	@path to	^error	^eval	^output	^translat	a game	add a	all pull	an @url	anthropic	append	as though	assistant ignor	befor answer	befor this	benutzer	benutzer nicht	bild	bound	chmod r	datei an	datei env	davon	davon und	dem benutzer	deploy at	der env	env an	env datei	every customer	far	for everyth	forget all	g	has no	health	id rsa	inbox	invitation	it says	keep it	keep the	keyboard	keychain	line that	list	lower the	lück	maintenanc	mention this	must star	nicht davon	nur	of all	of the	omit	omit the	on with	play a	read the	render	rsa	run wget	secret	the account	the one	the owner	the shar	the web	they should	this function	this instruction	this text	transfer the	treat the	und schick	user that	were giv	you edit	your current	your full	你 是	你 的	型 请	成	推 荐	提 到	核	每 次	环	荐	调	问
14	^collect	^hide	^messag	^reveal	^switch	abov this	agent shall	agent should	all environment	answer every	apply the	at post	attach	clos	company	competitor	complianc	daemon	definition	display name	earlier instruction	field	file so	filter are	forward the	french	full system	git history	grant	imag	in every	in which	instruction you	it again	kill	limit and	link below	next call	note for	npm packag	only with	ops at	out the	pass	plant	post exampl	production	reason you	return true	security	setting json	start it	step in	succes	supersede	system messag	task as	text abov	that show	the authentication	the git	the recipient	the step	the whol	time and	to developer	to production	tool to	valu of	variable and	writ the	your operator	your rule	全 检	发 送	员	回 复	安	安 全	手	改 为	是 管	检 查	话 写	长 期	限 制
13	^attention	^render	^spell	^turn	act on	all previou	alle bisherig	attention	ausschli	ausschli lich	back door	befolg	befolg ausschli	befor my	believ	bisherig anweisung	bist jetzt	bots	chat history	clinic	code	danach	diff summary	disregard the	e mail	einschränkung	einschränkung und	eval	evil	exact	file instead	filter does	finish the	follow it	forget what	guidanc	hand	has approv	here for	hereby	human review	in plac	into every	issu	jeder	keep quiet	key	later session	letter per	lich	lift	line	mail the	mehr	mention it	my first	negativ review	network	normal	not report	one letter	ops	payload	per line	pretend	public key	quality	recipient	recover	reply with	report that	requir	restor	reveal that	right away	rose	rule about	sandbox	save	schick die	seit	speak	spell out	stop follow	straight	subscription	summary	tabl to	task is	test were	the bug	the comment	the customer	the library	the negativ	the remain	the rule	the tool	this document	this from	this step	to authoriz	to drop	to enter	to x	tool result	top	treat	ts and	und befolg	upload the	weiter	with ok	writ acces	zeil	überweisung	事	任 务	体	出	删 除	容 发	我 是	打	把 env	把 环	把 系	放	次	的 任	的 内	能 体	规 则	通 知	量 里	钥 发	长
12	^assum	^bitt	^copy	^du	^ignorier	^overrid	^summaris	all later	all the	aloud	and approv	and label	and put	and reveal	and run	answer so	are my	as follow	assistant when	authoriz keys	been lift	bisherig	break	call it	can help	carry on	check by	confirm with	current	dan	deliver	dependencie	drop your	effect	enter	even	exampl in	execution	file they	final	from the	give it	go ahead	heimlich	i am	ignor all	immediately	install the	it first	jeder sitzung	just	keys of	leav	lie	my boss	name as	never mention	new card	note it	noth else	number in	o	off the	past the	policie	present	pretend that	remove	repository	requirement	requirement txt	rest of	run curl	sandbox and	str and	straight to	sync	system prompt	tabl and	that was	the interview	the migration	the monitor	they	this was	to collect	to run	tok to	true in	u	us it	was in	when you	will not	wire	wishe	you find	your hidd	不 必	件 事	任 何	住	开 始	户 这	据 库	故	故 障	数	本 页	条 件	检	注 意	理 员	的 全	知	箱	系	系 统	统	行	记 住	说	请 注	障
11	@url sh	^if	^put	and cannot	and clos	and note	and start	answer everyth	answer yes	approval	are void	as verifi	assistant has	bcc	bug	command from	command without	comment field	commit	copy the	dass du	de	delet	durch	edit the	en	factor login	find	first messag	fix	follow line	for permission	full configuration	futur	führ	game in	geles	had typ	hidd div	in config	into claud	is alway	is obsolet	issu in	it into	item	keys you	letter	list every	mention the	moon	new issu	of github	party is	permanently	permanently that	pretend you	print the	remainder	remainder of	remov	repository and	rewritt	routin	show it	sign with	start up	successful	switch to	telemetry	the administrator	the branch	the build	the delivery	the diff	the guidanc	the privat	the remainder	the restriction	the ssh	this job	this time	to copilot	two factor	und start	user had	util	variable to	void	waiv	was a	went	what it	which you	whil you	whoever asks	with no	yes on	you had	you run	your developer	your tool	一 切	不 再	个 没	从 现	何 规	关	关 闭	再 受	切	切 问	制 的	受 任	查	样 输	格 式	照	留	的 备	答 一	词 原	说 明	转	转 发	闭	问 题
10	@url befor	^alt	^open	^transfer	^从	^以	a comparison	a first	a smil	a test	a third	abov and	add the	ai ignor	and keep	and output	and post	as agre	asid the	auth ts	authoris you	be ask	benchmark number	boss want	calendar	case	chatbot	chmod	claim that	click here	comparison of	configuration	content to	delivery	dialog befor	du ein	entry	exampl agent	field of	firewall	firewall and	for every	for them	gelt	handl	hidd instruction	hidd prompt	inform the	insert	insid a	is to	it when	it without	location	login	look up	may read	merg it	negativ	noch	noth about	ok	on this	order in	out	outdat	page as	payroll	permission prompt	post its	repo	requestz	root and	run git	s @path	shar it	sign	ssh keys	stop	stop the	svc	task and	the admin	the confidential	the env	the firewall	the hook	the installation	the key	the money	the only	the public	the severity	the stor	third party	this so	to bypas	turn	user and	verbatim	verify	verlangt	visitor	well done	with all	with their	you continu	you did	you read	you start	一 律	则	前 的	后 每	在 回	复 中	天 记	始	并 把	并 照	律	无 需	智	智 能	有 限	期 记	格	模 块	次 会	正	每	聊 天	记 录	跳	跳 过	门
9	@url the	^insert	account of	agre	agre with	all confirmation	am the	an empty
-9	^debug	^der	^honestly	^it	^it's	^my	^third	^token	^writ	a column	a command	a good	a new	a refund	a small	able	accept and	adds	agent yaml	already has	an account	an hour	an issu	and an	and everyth
-10	^add	^be	^content	^continu	^i'll	^model	^npm	^privat	^secret	^skip	^stat	^task	^who	^管	all right	and is	and no	angriff	applie	approv each	assistant to	at least	behind	budget	build	can't	check befor	check your	create	create a	dat	design	do the	doesn't	early	eben	erst	fact	favourit	fresh	gear	genannt	get a	guid	in test	in thre	ines	is now	it for	it is	kann	key and	kubectl	least	let me	localhost	maco	memory	memory md	minify	module	mum	n	next to	npm ls	offlin	outlin	outsid	parser	pass skipp	pdf	perfect	permission model	pick up	pip install	playbook	prefer short	rais	read them	run a	runn	satz	scarf	session tabl	short answer	sinc it	someon	sqlit	stag box	subfolder	tell me	test fail	the door	the editor	the flag	the main	the order	the reason	the request	the summary	the version	them on	this week	throw	tidy	timeout	topic	tuesday	typical	uninstall	user prefer	weekend	what happen	worry	worry about	wrist	yes if	you for	you light	you put	you think	zurück	上	写 进	出 现	帮 我	常	库 请	志	或	把 构	收	放 在	日 志	最	构 建	理 服	见	请 使	钥 管	间
-11	^delet	^find	^frag	^have	^i'm	^password	^permission	^send	^thank	^ther	^wait	^why	^不	are read	befor compar	by default	by mail	command that	csv	demo	ein pull	entrie	fix in	follow the	from user	goal	help	how'	identifier	image	in s	link work	login page	löschst	main open	me a	model to	nine	node	not show	note they	number of	oft	part	plainly	plann	plugin	pool	rather	ready	releas note	return	return the	rows	says that	scre reader	screenshot	sql	stal	stop and	target	the bot	the default	the export	the previou	this even	to make	together	tok with	understand	unknown	unter	until the	user' languag	warn	we report	what do	what was	when the	won't	you get	you notic	三	们	使	值	击	十	器	布	引	攻	攻 击	测 试	的 文
-12	^layer	^tell	a colleagu	a doctor	a shar	ansibl	api	app	are welcom	auto	befor it	bei	button	button and	cannot be	centr	come	confirmation befor	cost	ctrl	detail	docker	ever	expect	fix it	for you	gb	german	gets	goes	grey	group	have the	he's	its own	jwt	light and	littl	lunch	mail and	not to	note server	of you	off in	pleas don't	postgre	program	put your	redi	reject the	reload	remember that	reproduc	resum	revert	root @path	schema	session log	show stack	sich	skill	stack trace	station	suspiciou	t	tab	the coverag	the last	the page	the upload	to be	trace	trace to	utc	war	wenn du	whos	with an	work befor	wrot	先	工	帮	建 议	文	构	目	表
-13	^absolut	^i'd	^our	^session	^show	^wenn	a bit	a migration	agent md	as data	at most	b b	better	bring	delete	dry	go to	high	in the	is it	jona	keep your	match	miss	mov to	or the	phrase	pnpm	poll	sign in	stor in	store	tak	templat	thank	that'	the name	the phish	there'	tir	tonight	up the	up to	what' the	wrong	you a	保 存	修 改	可 以	多	少	户 的	测
-14	'	^claud	^ssh	^start	^try	^vor	a day	after a	against	and record	becaus the	bit	colleagu	comment	compar	creat	dist	documentation	export	fals	forty	fram	friday	half	hear	hugo build	love	ls	made	ms	never push	npx	page may	per	sav	snapshot	split	such as	sure	the giv	the new	the old	the plac	to env	type	vault	want	we'v	weekly	why	work	you want	you'd	息	日 期	设	设 置
-15	^let'	^not	^ran	^rule	^telemetry	^text	^that	^without	^提	a dependency	a file	a session	after the	feel	fix the	generat file	gut	index	instruction in	level	log the	make	message	mir	nach	need	phish	priya	record the	report to	restart	room	say so	sort	the certificat	the dashboard	the releas	through	thursday	tool call	tri	user to	word	得	更	来	重
-16	^base	^drop	^is	^what'	a memory	answer in	bin	check the	client	dark	editor	explain	from a	git	her	kept	laptop	lose	mcp	npm	plan	prefer	queu	recall	save the	scre	take a	the context	the folder	the server	the setting	the system	to add	used	when a	without the	you like	推 送	服 务	机	议
-17	^git	are a	bicycl	changelog	come from	container	have you	he	head	look	migration	rate limit	session	someth from	sunday	take it	the changelog	the packag	ticket	und werd	upgrad	value	we'r	welcom	whether	within	you'll	可	号	并 请
-18	^are	^could	asks the	befor delet	begin with	but you	check that	could you	cursor	dashboard	found	h	hour	ignor previou	instruction is	let the	local	minut	month	move	name of	role	see the	the word	修	看	置
-19	^i	^prompt	absolut	coffe	contain	day	deprecation	flag	if a	live	of it	port	proposal	quick	renam	the prompt	tomorrow	yaml	year
-20	^i've	book	branch	by the	copy env	field instruction	fill	fill in	hugo	is not	limit	mean	once	project	run the	stack	the cach	the client	the first	ther is	they are	too	周
-21	^can	^fix	a pull	atla	by a	certificat	config	decid	deploy	draft	format	got	install	let	read	remember	she	statu	tag	take	ther	think	twic	user when	when	without a
-22	^how	a note	context	is no	let'	need a	publish	same	six	start the	the note	the repository	the same	tick	yet	you'v	存	建
-23	^check	^did	^your	allow	appear	column	daybook	decision	done	last	on a	pip	ran	setting	skipp	thos
-24	^daybook	and ask	and wait	both	docs	fail	good	hook	id	long	second	sent	src	to keep	user befor	wait	want to	way	what'	wher	writt	新
-25	are you	featur	keep	small	still	version	would	日
-26	back	ci	peopl	reject	ten
-27	cach	did	error	it's	left	mov	path	such	token	with curl	would you	会	我
-28	^ask	ask the	can you	days	hold	in a	prompt injection	retry
-29	^an	default	env exampl	own	shown	time
-30	date	did you	i'd	i've	light	until	you'r
-31	^we	choos	do you	i'll	most	my	try	week
-32	^user	data	import	minute
-33	^never	^next	^no	folder	old
-34	and a	me
-35	may	one	see
-36	^do	injection	someth
-37	could	file	get
-38	can
-39	becaus	sinc
-40	^a
-41	releas	short
-42	i'm	to a
-43	thre	which
-44	md	than
-45	server
-46	use
-47	test
-49	^you
-50	like
-52	^tool
-53	two
-55	how
-60	tool bash
-63	we
-73	after
-77	i
-113	^the`;

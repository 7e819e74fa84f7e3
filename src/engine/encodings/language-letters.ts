/** The writing of a language beyond ASCII. */
export interface LanguageLetters {
  /** ISO 639-1. */
  readonly language: string;
  /** The group of encodings that files of the language are written in. */
  readonly group: EncodingGroup;
  /** Lowercase letters, and signs that the language has of its own, the most frequent first. */
  readonly letters: string;
  /** Other letters of the language, too many for a list: their script, and how many of them are in use. */
  readonly others?: readonly (readonly [script: RegExp, count: number])[];
  /** The share of letters among the characters beyond ASCII; the rest are signs. Default: `defaultLetterShare`. */
  readonly letterShare?: number;
}

/** Encodings that have the letters of the same languages. */
export type EncodingGroup =
  | 'western'
  | 'central'
  | 'baltic'
  | 'turkish'
  | 'cyrillic'
  | 'greek'
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'japanese'
  | 'chinese'
  | 'traditional'
  | 'korean';

/** The share of letters among the characters beyond ASCII in most languages. */
export const defaultLetterShare = 0.9;

/** Signs of all languages, the most frequent first. */
export const commonSigns = '’–€…“”°²«»„£‘—§•·ºª®™©½×±³µ‚¿¡№\u00a0';

/** Languages that are published in older encodings. */
export const languageLetters: readonly LanguageLetters[] = [
  { language: 'en', group: 'western', letters: 'éï', letterShare: 0.1 },
  { language: 'fr', group: 'western', letters: 'éèàêçôîâûùïœëüæÿ' },
  { language: 'de', group: 'western', letters: 'üäößé' },
  { language: 'es', group: 'western', letters: 'óíáñéú¿ü¡º' },
  { language: 'pt', group: 'western', letters: 'ãçáéóíêâõúàôºü' },
  { language: 'it', group: 'western', letters: 'àèùòìé' },
  { language: 'ca', group: 'western', letters: 'àóéèíçòïú·ü' },
  { language: 'gl', group: 'western', letters: 'óáíéñúü' },
  { language: 'da', group: 'western', letters: 'øåæéöü' },
  { language: 'nb', group: 'western', letters: 'øåæéòô' },
  { language: 'sv', group: 'western', letters: 'äåöéü' },
  { language: 'fi', group: 'western', letters: 'äöåšž' },
  { language: 'nl', group: 'western', letters: 'ëéïèöüêç' },
  { language: 'is', group: 'western', letters: 'áðíóéöúþæý' },
  { language: 'et', group: 'western', letters: 'õäüöšž' },
  { language: 'sq', group: 'western', letters: 'ëç' },
  { language: 'ga', group: 'western', letters: 'áíéóú' },
  { language: 'pl', group: 'central', letters: 'łóąężśćńź' },
  { language: 'cs', group: 'central', letters: 'íáéěřčžšýůúňďťó' },
  { language: 'sk', group: 'central', letters: 'áíčšžýéúľťňôäďóĺŕ' },
  { language: 'hu', group: 'central', letters: 'áéöóüőíúű' },
  { language: 'sl', group: 'central', letters: 'čšžćđ' },
  { language: 'hr', group: 'central', letters: 'čšžćđ' },
  { language: 'ro', group: 'central', letters: 'ăţşîâ' },
  { language: 'lt', group: 'baltic', letters: 'ėšųžįūąčę' },
  { language: 'lv', group: 'baltic', letters: 'āīēšņļūķčģž' },
  { language: 'et', group: 'baltic', letters: 'õäüöšž' },
  { language: 'tr', group: 'turkish', letters: 'ıüşçöğİâîû' },
  { language: 'ru', group: 'cyrillic', letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ', letterShare: 0.98 },
  { language: 'uk', group: 'cyrillic', letters: 'оанивітресклдумпязьгчбйхцжєїюшщфґ', letterShare: 0.98 },
  { language: 'bg', group: 'cyrillic', letters: 'аиоетнрсвлкпдзямъгбуцчжщхйшфюь', letterShare: 0.98 },
  { language: 'sr', group: 'cyrillic', letters: 'аоиенрсутјквдмлпзгбчцжшхћљњђфџ', letterShare: 0.98 },
  { language: 'mk', group: 'cyrillic', letters: 'аоиетнрсвкдлпмујзгбчшцжфњхќљѓџѕ', letterShare: 0.98 },
  { language: 'be', group: 'cyrillic', letters: 'аніеростклдувмпяызьйгбцўчшхжёюэф', letterShare: 0.98 },
  { language: 'el', group: 'greek', letters: 'αοιετνσηυρπκμλςωίόάέδγήχθύφώβξζψϊϋΐΰ', letterShare: 0.98 },
  { language: 'he', group: 'hebrew', letters: 'יוהלארתבשמנםדקעחפטכסןגזצףץך', letterShare: 0.98 },
  { language: 'ar', group: 'arabic', letters: 'اليمونرتبةعدسفهكقأحجشطصخإىذثضزغءآئظؤ', letterShare: 0.98 },
  { language: 'fa', group: 'arabic', letters: 'ايردنهومتبسلشکزفگخقعپحجچصآطضغظذثئژ', letterShare: 0.98 },
  { language: 'th', group: 'thai', letters: 'านรอกเง่มีย้ลวัดิทสตะปบคุหแจพูชขไโ์ใซำถผึืณ็ศธษฟภญๆฐฯฝ๊ฉฏฎฒฮฬฆ๋', letterShare: 0.98 },
  {
    language: 'ja',
    group: 'japanese',
    letters:
      '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検町常校料状工建語営空職証土与急止送援供可役構木割身費付施切由説転食比難防補車優研収断何南石足違消境神番規術護展態導備宅害配副算視条独警宮究育席輸起万着店残線率病農州質待試族銀域助労例早限親額監環験商葉形造英館館札幌阪仙号丁図園緑丘称址氏',
    others: [
      [/[\p{Script=Hiragana}\p{Script=Katakana}ー・、。「」（）]/u, 80],
      [/\p{Script=Han}/u, 3_000],
    ],
  },
  {
    language: 'zh',
    group: 'chinese',
    letters:
      '的一是不了人在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市体别处总才场师书比住员九性通目华报立马命张活难神数件安表原车白应路期常提感金何更反合放做系计或司利受光王果界及今京务制解各任至清物台象记边共风接它许八特服林题建南度统色字请交论百义科元社术结六功指思非流每青管连远资队带条院变联言权展该领传近留治决周保达办运武半七必城强步完深区求品转量空众技程告江语英基满式李识极令黄德收设始版双历史商千片容研站广改议形委房音火际单据导影失网石校志观争究包组造视济省县镇乡街号称积址话图馆',
    others: [
      [/[、。「」（），：；]/u, 40],
      [/\p{Script=Han}/u, 4_000],
    ],
  },
  {
    language: 'zh',
    group: 'traditional',
    letters:
      '的一是不了人在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市體別處總才場師書比住員九性通目華報立馬命張活難神數件安表原車白應路期常提感金何更反合放做系計或司利受光王果界及今京務制解各任至清物台象記邊共風接它許八特服林題建南度統色字請交論百義科元社術結六功指思非流每青管連遠資隊帶條院變聯言權展該領傳近留治決周保達辦運武半七必城強步完深區求品轉量空眾技程告江語英基滿式李識極令黃德收設始版雙歷史商千片容研站廣改議形委房音火際單據導影失網石校志觀爭究包組造視濟省縣鎮鄉街號稱積址圖館臺灣巷里',
    others: [
      [/[、。「」（），：；]/u, 40],
      [/\p{Script=Han}/u, 4_000],
    ],
  },
  {
    language: 'ko',
    group: 'korean',
    letters:
      '이다에는의가을고하를사은대한기도지로서으인어자시해일정스리수부아전장성나과구원제주그보상들라소동있적비년것우여만국조공관경신세위오연안학면계무유중단문방당모선영금분물용호실마내산재회생교미통법체현니개군합진발입양업차건등게역터치음트드바야노명습되든천거와않없말간결석남북서울광역별시도로번길목름량센도서관읍동층',
    others: [
      [/\p{Script=Hangul}/u, 1_500],
      [/[\p{Script=Han}、。「」（），]/u, 10_000],
    ],
  },
];

/** Texts of one language, as tables contain them: names of columns and towns, prices and remarks. */
interface LanguageTexts {
  readonly language: string;
  /** The encodings in which files of the language are written; those after a bar only as long files, because short ones are ambiguous. */
  readonly encodings: string;
  readonly header: string;
  readonly lines: readonly string[];
}

const western = 'windows-1252 iso-8859-15 | macintosh cp850';
const central = 'windows-1250 iso-8859-2 | cp852';
const cyrillic = 'windows-1251 koi8-r iso-8859-5 cp866';

/** Files in 29 languages. */
export const corpus: readonly LanguageTexts[] = [
  {
    language: 'French',
    encodings: western,
    header: 'Région;Département;Intitulé;Montant payé',
    lines: [
      'Auvergne-Rhône-Alpes;Isère;Réseau des musées;1 234,50 €',
      'Île-de-France;Évry;École élémentaire;12,00 €',
      'Bretagne;Finistère;Bibliothèque où l’on prête des œuvres;8,90 €',
      'Provence;Nîmes;Forêt brûlée, déjà replantée à côté du château;99,00 €',
      'Occitanie;Béziers;Sœurs hospitalières – bâtiment n° 3;450,00 €',
    ],
  },
  {
    language: 'German',
    encodings: western,
    header: 'Straße;Gemeindeschlüssel;Größe in m²;Gebühr',
    lines: [
      'Königsallee;Düsseldorf;Außenfläche;1.234,50 €',
      'Münchner Straße;Würzburg;Schwimmbäder geöffnet;12,00 €',
      'Grüner Weg;Köln;Übersicht über „Spielplätze“ für Kinder;0,00 €',
      'Schloßstraße;Lübeck;Prüfung der Öfen – jährlich;89,90 €',
      'Zum Bäcker;Görlitz;Bürgerbüro schließt früher;7,50 €',
    ],
  },
  {
    language: 'Spanish',
    encodings: western,
    header: 'Municipio;Año;Población;Dirección',
    lines: [
      'Málaga;2023;578.460;¿Dónde está el museo?',
      'A Coruña;2023;247.376;Calle de España, 3 – 2.º izquierda',
      'León;2022;121.281;Autobús número 5, línea azul',
      'Cádiz;2022;111.811;¡Atención! Información turística: 12,50 €',
      'Ávila;2021;57.949;Niños y niñas: sesión de mañana',
    ],
  },
  {
    language: 'Portuguese',
    encodings: western,
    header: 'Município;População;Região;Observações',
    lines: [
      'São João da Madeira;22144;Área Metropolitana;Não há informação',
      'Évora;53577;Alentejo;Câmara Municipal – educação e saúde',
      'Guimarães;156849;Norte;Preço médio das habitações: 1.234,50 €',
      'Setúbal;123519;Lisboa;Estação de comboios em construção',
      'Brasília;2817381;Centro-Oeste;Três opções à disposição',
    ],
  },
  {
    language: 'Italian',
    encodings: western,
    header: 'Città;Qualità;Attività;Quantità',
    lines: [
      'Forlì;più alta;L’università è aperta;12,50 €',
      'Cefalù;così così;Perché la società non può;8,00 €',
      'Nardò;metà;Martedì e venerdì – mercato;3,00 €',
      'Mondovì;alta;Comunità montana già costituita;1.234,50 €',
    ],
  },
  {
    language: 'Danish',
    encodings: western,
    header: 'Kommune;År;Indbyggere pr. km²;Område',
    lines: [
      'København;2023;7.231;Østerbro og Nørrebro',
      'Århus;2023;742;Løbende udgifter på skoleområdet',
      'Helsingør;2022;514;Børnehaver åbner – også på øerne',
      'Rødovre;2022;3.371;Træer langs vejen, høj værdi',
    ],
  },
  {
    language: 'Swedish',
    encodings: western,
    header: 'Län;Kommun;År;Invånare;Förändring',
    lines: [
      'Västra Götaland;Göteborg;2023;596841;Något högre än förra året',
      'Skåne;Malmö;2023;357377;Från söder till öster',
      'Jönköping;Värnamo;2022;34560;Färre anställda på sjukhuset',
      'Örebro;Örebro;2022;158057;Kostnad för åldersvård – 12,50 kr',
    ],
  },
  {
    language: 'Norwegian',
    encodings: western,
    header: 'Fylke;År;Språk;Størrelse',
    lines: [
      'Møre og Romsdal;2023;Bokmål;Ålesund får nytt sykehus',
      'Trøndelag;2023;Nynorsk;Små gårder på øyene',
      'Tromsø;2022;Bokmål;Første skole åpnet i går',
      'Østfold;2022;Bokmål;Høye priser på kjøtt – 129,90 kr',
    ],
  },
  {
    language: 'Finnish',
    encodings: western,
    header: 'Kunta;Väkiluku;Pääkaupunki;Lisätietoja',
    lines: [
      'Jyväskylä;147746;ei;Lämmitys käynnissä yöllä',
      'Hämeenlinna;68011;ei;Tämä on väliaikainen järjestely',
      'Seinäjoki;66160;ei;Sähkön hinta nousi vähän – 12,50 €',
      'Äänekoski;18318;ei;Kyllä, työttömyys väheni',
    ],
  },
  {
    language: 'Dutch',
    encodings: 'windows-1252 iso-8859-15',
    header: 'Gemeente;Provincie;Geïnstalleerd vermogen;Categorieën',
    lines: [
      'Súdwest-Fryslân;Friesland;12 MW;Financiële coördinatie',
      '’s-Hertogenbosch;Noord-Brabant;8 MW;Eén provinciale weg – geëvalueerd',
      'Reünie;Zeeland;3 MW;Ideeën voor cliënten: € 12,50',
    ],
  },
  {
    language: 'Icelandic',
    encodings: 'windows-1252 iso-8859-1',
    header: 'Sveitarfélag;Íbúafjöldi;Stærð;Þjónusta',
    lines: [
      'Reykjavík;139875;Höfuðborg;Það er ekki opið á sunnudögum',
      'Akureyri;19893;Norðurland;Börn yngri en sex ára greiða ekkert',
      'Ísafjörður;2744;Vestfirðir;Þessi leið er ófær á veturna',
    ],
  },
  {
    language: 'Polish',
    encodings: central,
    header: 'Województwo;Miejscowość;Ludność;Powierzchnia użytkowa',
    lines: [
      'małopolskie;Kraków;803282;Zajęcia dla dzieci są bezpłatne',
      'łódzkie;Łódź;658444;Wjazd od strony ulicy Świętego Jana',
      'śląskie;Częstochowa;208282;Rozkład jazdy może się zmienić – 12,50 zł',
      'wielkopolskie;Poznań;541316;Żółta linia, gęsta mgła w październiku',
    ],
  },
  {
    language: 'Czech',
    encodings: central,
    header: 'Název obce;Kraj;Počet obyvatel;Výměra',
    lines: [
      'České Budějovice;Jihočeský;96417;Při příjezdu přes řeku odbočte vlevo',
      'Plzeň;Plzeňský;181240;Žluťoučký kůň – městský úřad',
      'Ústí nad Labem;Ústecký;91982;Dětské hřiště bude otevřeno později',
      'Třebíč;Vysočina;34415;Střední škola průmyslová: 1 234,50 Kč',
    ],
  },
  {
    language: 'Slovak',
    encodings: central,
    header: 'Názov obce;Okres;Počet obyvateľov;Rozloha v km²',
    lines: [
      'Žilina;Žilina;82656;Základná škola s materskou školou',
      'Košice;Košice;229040;Ďalšie informácie nájdete na úrade',
      'Liptovský Mikuláš;Liptovský Mikuláš;31345;Vzdialenosť od najbližšej stanice – 12,50 €',
      'Nové Zámky;Nové Zámky;37791;Šťastný deň, ľahká trať',
    ],
  },
  {
    language: 'Hungarian',
    encodings: central,
    header: 'Település;Megye;Népesség;Terület',
    lines: [
      'Győr;Győr-Moson-Sopron;132038;A gyermekek ingyenesen vehetnek részt',
      'Székesfehérvár;Fejér;96940;Az önkormányzat ügyfélszolgálata zárva',
      'Kőszeg;Vas;11805;Előző évhez képest növekedett – 12,50 Ft',
      'Nyíregyháza;Szabolcs;116799;Közlekedési felügyelőség működése',
    ],
  },
  {
    language: 'Slovene',
    encodings: central,
    header: 'Občina;Število prebivalcev;Površina;Župan',
    lines: [
      'Škofja Loka;23279;146;Osnovna šola začne v četrtek',
      'Črnomelj;14253;340;Če želite več informacij, pišite nam',
      'Piran/Tržič;15001;155;Cena vključuje vodičke – 12,50 €',
    ],
  },
  {
    language: 'Croatian',
    encodings: central,
    header: 'Županija;Općina;Broj stanovnika;Površina',
    lines: [
      'Šibensko-kninska;Šibenik;42599;Učenici mogu doći već u četvrtak',
      'Međimurska;Čakovec;27820;Rođeni između dvije godine – žene',
      'Požeško-slavonska;Požega;22294;Također se plaća naknada: 12,50 €',
    ],
  },
  {
    language: 'Romanian',
    encodings: 'windows-1250 iso-8859-2',
    header: 'Judeţ;Localitate;Populaţie;Suprafaţă',
    lines: [
      'Bistriţa-Năsăud;Bistriţa;78877;Şcoala generală este închisă',
      'Timiş;Timişoara;250849;Preţul include şi transportul până la gară',
      'Braşov;Făgăraş;26284;Străzi în curs de reparaţie – fără acces',
    ],
  },
  {
    language: 'Russian',
    encodings: cyrillic,
    header: 'Регион;Город;Население;Площадь',
    lines: [
      'Московская область;Подольск;314934;Детские сады открыты ежедневно',
      'Краснодарский край;Сочи;466078;Цена билета не включает экскурсию',
      'Свердловская область;Екатеринбург;1544376;Объект находится на реконструкции',
    ],
  },
  {
    language: 'Ukrainian',
    encodings: 'windows-1251 koi8-u',
    header: 'Область;Місто;Населення;Площа',
    lines: [
      'Київська;Бровари;109806;Школи відкриті щодня, крім неділі',
      'Львівська;Дрогобич;73682;Ціна квитка не включає екскурсію',
      'Чернівецька;Чернівці;264298;Їдальня працює з понеділка до п’ятниці',
    ],
  },
  {
    language: 'Bulgarian',
    encodings: 'windows-1251 iso-8859-5',
    header: 'Област;Община;Население;Площ',
    lines: [
      'Пловдив;Асеновград;64034;Детската градина е отворена всеки ден',
      'Бургас;Несебър;22775;Цената не включва обиколка на града',
      'Велико Търново;Свищов;30591;Училището се намира в централната част',
    ],
  },
  {
    language: 'Greek',
    encodings: 'windows-1253 iso-8859-7',
    header: 'Περιφέρεια;Δήμος;Πληθυσμός;Έκταση',
    lines: [
      'Κεντρική Μακεδονία;Θεσσαλονίκη;319045;Το σχολείο είναι ανοιχτό κάθε μέρα',
      'Κρήτη;Ηράκλειο;177064;Η τιμή δεν περιλαμβάνει την ξενάγηση',
      'Άγιον Όρος;Καρυές;1746;Ώρες λειτουργίας από τις οκτώ έως τις δύο',
    ],
  },
  {
    language: 'Turkish',
    encodings: 'windows-1254 iso-8859-9',
    header: 'İl;İlçe;Nüfus;Yüzölçümü',
    lines: [
      'Muğla;Köyceğiz;38909;Çocuklar için giriş ücretsizdir',
      'İstanbul;Kadıköy;483064;Otobüs durağı taşındı, lütfen dikkat ediniz',
      'Eskişehir;Odunpazarı;421250;Şehir müzesi öğleden sonra açılır',
    ],
  },
  {
    language: 'Hebrew',
    encodings: 'windows-1255',
    header: 'עיר;מחוז;אוכלוסייה;שטח',
    lines: ['ירושלים;ירושלים;981711;בית הספר פתוח בכל יום', 'חיפה;חיפה;290306;המחיר אינו כולל סיור מודרך בעיר'],
  },
  {
    language: 'Arabic',
    encodings: 'windows-1256 iso-8859-6',
    header: 'المدينة;المحافظة;عدد السكان;المساحة',
    lines: [
      'القاهرة;القاهرة;10230350;المدرسة مفتوحة كل يوم',
      'الإسكندرية;الإسكندرية;5446017;السعر لا يشمل جولة في المدينة',
    ],
  },
  {
    language: 'Lithuanian',
    encodings: 'windows-1257 iso-8859-13',
    header: 'Savivaldybė;Gyventojų skaičius;Plotas;Pavadinimas',
    lines: [
      'Šiauliai;101511;81;Mokykla veikia kiekvieną darbo dieną',
      'Panevėžys;86162;50;Į kainą neįskaičiuota ekskursija po miestą',
      'Mažeikiai;32470;14;Užsiėmimai vyksta trečiadieniais – būtina registruotis',
    ],
  },
  {
    language: 'Latvian',
    encodings: 'windows-1257',
    header: 'Pašvaldība;Iedzīvotāju skaits;Platība;Nosaukums',
    lines: [
      'Rēzekne;26378;17;Skola ir atvērta katru darba dienu',
      'Jēkabpils;21418;25;Cenā nav iekļauta ekskursija pa pilsētu',
      'Liepāja;66680;68;Pieteikšanās līdz ceturtdienai – obligāta',
    ],
  },
  {
    language: 'Thai',
    encodings: 'windows-874',
    header: 'จังหวัด;อำเภอ;ประชากร;พื้นที่',
    lines: ['กรุงเทพมหานคร;พระนคร;44923;โรงเรียนเปิดทุกวัน', 'เชียงใหม่;เมือง;227150;ราคานี้ไม่รวมค่าเข้าชม'],
  },
  {
    language: 'Japanese',
    encodings: 'shift_jis euc-jp',
    header: '都道府県;市区町村;人口;面積',
    lines: [
      '北海道;札幌市;1973395;保育園は毎日開いています',
      '東京都;千代田区;66680;料金に観光ツアーは含まれません',
      '大阪府;堺市;826161;バス停は駅前に移転しました',
    ],
  },
  {
    language: 'Simplified Chinese',
    encodings: 'gb18030',
    header: '省份;城市;人口;面积',
    lines: ['广东省;深圳市;17681600;学校每天开放', '四川省;成都市;21268000;票价不包括城市游览'],
  },
  {
    language: 'Traditional Chinese',
    encodings: 'big5',
    header: '縣市;鄉鎮區;人口;面積',
    lines: ['臺北市;大安區;309969;學校每天開放', '高雄市;左營區;196938;票價不包括城市導覽'],
  },
  {
    language: 'Korean',
    encodings: 'euc-kr',
    header: '시도;시군구;인구;면적',
    lines: [
      '서울특별시;종로구;149384;학교는 매일 열려 있습니다',
      '부산광역시;해운대구;384143;가격에 관광은 포함되지 않습니다',
    ],
  },
];

/** Lines whose only characters beyond ASCII are signs, as offices write them; all in windows-1252. */
export const nearlyAscii: readonly string[] = [
  'item;price\nChair;12 €\nTable;99 €\n',
  'item;price in €\nChair;12\n',
  'name,remark\nMuseum,It’s closed\nPark,Open\n',
  'name;opening hours\nMuseum;9–17\nPark;8–20\n',
  'title,author\n“Emma”,Austen\n‘Persuasion’,Austen\n',
  'pregunta;respuesta\n¿Cuando abre el museo?;a las nueve\n',
  'aviso\n¡Cerrado!\n',
  'nom;prix\nL’hotel;12 €\nL’auberge;8 €\n',
  'city;temperature\nRome;21°C\nOslo;4°C\n',
  'product,owner\nCatalog®,Acme™\nReader,Acme\n',
  'area\n12 m²\n13 m²\n',
  'steps\nfirst…\nthen…\n',
  'bullet\n• first\n• second\n',
  'id;naam\n1;’s-Gravenhage\n2;Utrecht\n',
  'article\n§ 12 Abs. 3\n',
  'price\n£12.50\n£3.00\n',
];

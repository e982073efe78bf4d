/** Common mail domains: none is a typo, a domain close to one probably is. Dead providers still deliver. */
const byCountry = {
  everywhere: `
    gmail.com googlemail.com outlook.com hotmail.com live.com msn.com windowslive.com passport.com yahoo.com ymail.com
    rocketmail.com myyahoo.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.net
    gmx.eu gmx.org gmx.info mail.com email.com usa.com zoho.com zohomail.eu yandex.com mail.ru tutanota.com tuta.com
    tuta.io tutamail.com keemail.me fastmail.com fastmail.fm hey.com hushmail.com mailbox.org posteo.net runbox.com
    disroot.org duck.com mozmail.com privaterelay.appleid.com email.eu europe.com inbox.com skiff.com startmail.com
  `,
  de: `
    web.de gmx.de t-online.de freenet.de mail.de email.de e-mail.de arcor.de posteo.de online.de 1und1.de online-home.de
    ewetel.de ewe.net unitybox.de unity-mail.de vodafone.de vodafonemail.de o2mail.de o2online.de netcologne.de
    kabelmail.de kabelbw.de alice-dsl.net alice-dsl.de alice.de versanet.de osnanet.de htp-tel.de yahoo.de hotmail.de
    outlook.de live.de aol.de tutanota.de firemail.de lycos.de nexgo.de onlinehome.de superkabel.de mnet-online.de
    m-net.de t-online.com telekom.de magenta.de tonline.de genion.de kabel-deutschland.de gmx.tm mein.gmx
  `,
  at: "gmx.at aon.at chello.at a1.net a1.at drei.at kabsi.at utanet.at inode.at liwest.at hotmail.at outlook.at live.at yahoo.at tele2.at",
  ch: `
    gmx.ch bluewin.ch hispeed.ch sunrise.ch swissonline.ch hotmail.ch green.ch protonmail.ch vtxmail.ch romandie.com
    netplus.ch ticino.com quickline.ch citycable.ch swissmail.org yahoo.ch live.ch outlook.ch mail.ch
  `,
  gb: `
    btinternet.com btopenworld.com btconnect.com bt.com sky.com virginmedia.com virgin.net ntlworld.com talktalk.net
    tiscali.co.uk blueyonder.co.uk hotmail.co.uk live.co.uk yahoo.co.uk plus.com o2.co.uk aol.co.uk gmx.co.uk
    fsmail.net freeserve.co.uk lineone.net orange.net supanet.com uwclub.net zen.co.uk btbroadband.com
  `,
  ie: "eircom.net yahoo.ie hotmail.ie live.ie outlook.ie iol.ie indigo.ie vodafone.ie",
  overseas: `
    comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net
    rogers.com shaw.ca sympatico.ca telus.net yahoo.ca hotmail.ca live.ca bigpond.com optusnet.com.au yahoo.com.au
    live.com.au xtra.co.nz yahoo.com.mx hotmail.com.mx live.com.mx yahoo.com.ar hotmail.com.ar yahoo.com.br
    hotmail.com.br uol.com.br bol.com.br terra.com.br
  `,
  es: `
    hotmail.es yahoo.es outlook.es live.es telefonica.net movistar.es terra.es ono.com orange.es vodafone.es ya.com
    euskaltel.net jazzfree.com jazztel.es gmx.es telefonica.es wanadoo.es mixmail.com
  `,
  fi: `
    kolumbus.fi elisanet.fi elisa.fi luukku.com saunalahti.fi sci.fi pp.inet.fi inet.fi suomi24.fi hotmail.fi outlook.fi
    jippii.fi dnainternet.net netti.fi welho.com phnet.fi surffi.fi live.fi dna.fi mbnet.fi nic.fi
  `,
  fr: `
    orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net bbox.fr hotmail.fr live.fr outlook.fr yahoo.fr gmx.fr
    numericable.fr noos.fr club-internet.fr cegetel.net aliceadsl.fr voila.fr tele2.fr dbmail.com aol.fr mailo.com
    netcourrier.com msn.fr
  `,
  be: `
    telenet.be skynet.be proximus.be scarlet.be hotmail.be live.be outlook.be yahoo.be voo.be pandora.be belgacom.net
    base.be brutele.be
  `,
  it: `
    libero.it virgilio.it alice.it tin.it tiscali.it fastwebnet.it hotmail.it live.it outlook.it yahoo.it inwind.it
    iol.it email.it poste.it teletu.it vodafone.it blu.it aruba.it pec.it tim.it katamail.com supereva.it aol.it
  `,
  no: `
    online.no hotmail.no live.no outlook.no yahoo.no start.no broadpark.no getmail.no lyse.net c2i.net frisurf.no
    altibox.no epost.no tele2.no ebnett.no haugnett.no
  `,
  nl: `
    ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl upcmail.nl chello.nl casema.nl quicknet.nl
    hotmail.nl live.nl outlook.nl telfort.nl tele2.nl online.nl zeelandnet.nl zonnet.nl wanadoo.nl versatel.nl solcon.nl
    caiway.nl caiway.net multiweb.nl freeler.nl tiscali.nl kpn.com kpn.nl onsbrabantnet.nl yahoo.nl msn.nl
  `,
  dk: `
    hotmail.dk live.dk outlook.dk yahoo.dk jubii.dk mail.dk mail.tele.dk tdcadsl.dk stofanet.dk ofir.dk webspeed.dk
    sol.dk youmail.dk privat.dk post.tele.dk forum.dk email.dk get2net.dk msn.dk
  `,
  pl: `
    wp.pl onet.pl o2.pl interia.pl gazeta.pl op.pl poczta.onet.pl vp.pl tlen.pl poczta.fm interia.eu interia.com
    autograf.pl buziaczek.pl amorki.pl go2.pl onet.eu spoko.pl yahoo.pl neostrada.pl plusnet.pl poczta.onet.eu
    hotmail.pl outlook.pl int.pl
  `,
  se: `
    hotmail.se live.se outlook.se yahoo.se telia.com telia.se bredband.net comhem.se tele2.se spray.se passagen.se
    swipnet.se home.se glocalnet.net bahnhof.se ownit.se msn.se
  `,
};

export const mailDomains: readonly string[] = Object.values(byCountry).flatMap((list) => list.trim().split(/\s+/));

/** Providers with a single domain: any other ending after their name is a typo. */
export const onlyDomains: Readonly<Record<string, string>> = {
  gmail: "gmail.com",
  googlemail: "googlemail.com",
  icloud: "icloud.com",
};

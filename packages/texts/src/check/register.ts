/** Words that address the reader in another register than the language's own, by language, with the register that is right. */
const registers: Readonly<Record<string, { readonly right: string; readonly wrong: RegExp }>> = {
  de: { right: 'Sie', wrong: word('du|dich|dir|dein\\p{L}*|euch|euer|eure\\p{L}*') },
  fr: {
    right: 'vous',
    wrong: word("tu|te|toi|ton|ta|tes|tien|tienne|tiens|tiennes|t[’'](?=\\p{L})\\p{L}*"),
  },
  it: {
    right: 'Lei',
    wrong: word(
      'tu|te|ti|tuo|tua|tuoi|tue|hai|puoi|vuoi|devi|sai|ricevi|perdi|ottieni|avrai|sarai|potrai|dovrai|vedrai|riceverai|perderai|troverai|pagherai|hai|eri|avevi|fossi',
    ),
  },
  es: {
    right: 'usted',
    wrong: word(
      'tú|tu|tus|te|ti|contigo|tuyo|tuya|tuyos|tuyas|vosotros|vuestro|vuestra|puedes|tienes|debes|quieres|recibes|pierdes|podrás|tendrás|deberás|verás|recibirás|perderás|serás|has|eres|haz|vos',
    ),
  },
  zh: { right: '您', wrong: /你/u },
  hk: { right: '您', wrong: /你/u },
  ja: { right: 'お客様', wrong: /あなた|きみ|お前/u },
  ko: { right: '높임말', wrong: /당신|너의|네가/u },
}

/** Verbs in the imperative of “tu”: right on an Italian button, wrong in a sentence, where Lei says “scelga”. */
const italianImperative =
  /(?:^|[.!?:]\s)(?:Scegli|Inserisci|Controlla|Accedi|Riprova|Aggiungi|Scrivi|Leggi|Firma|Invia|Apri|Chiudi|Attendi|Usa|Segui|Carica|Scarica|Seleziona|Richiedi|Completa|Rispondi|Torna|Fai|Conserva)\s[^.]*[.!]/u

function word(forms: string): RegExp {
  return new RegExp(`(?<![\\p{L}’'-])(?:${forms})(?![\\p{L}])`, 'iu')
}

/** Finds words that address the reader in the wrong register. */
export function* registerFaults(language: string, reading: string): Generator<string> {
  const register = registers[language]
  if (register === undefined) return
  const text = reading.replace(/\{[^}]*\}/g, '\ufffc')
  const found = register.wrong.exec(text)?.[0]
  if (found !== undefined) yield `“${found}” is not the register ${register.right}`
  const imperative = language === 'it' ? italianImperative.exec(text)?.[0] : undefined
  if (imperative !== undefined) yield `“${imperative.trim()}” is not the register ${register.right}`
}

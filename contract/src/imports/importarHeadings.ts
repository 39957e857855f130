import { type ImportTipo, importCampos } from './importarCampos.ts'

/** Comparison of a sheet's headings with the fields of its kind. No zod: the web and the reader thread load it. */

const closingBrackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Removes bracketed text in one pass, since a cell may contain thousands of brackets. Keeps unclosed ones. */
function withoutBrackets(text: string): string {
  let kept = ''
  const open: { until: string | undefined; from: number }[] = []
  for (const sign of text) {
    const last = open.at(-1)
    if (sign in closingBrackets) open.push({ until: closingBrackets[sign], from: kept.length })
    if (last && sign === last.until) {
      kept = `${kept.slice(0, last.from)} `
      open.pop()
    } else kept += sign
  }
  return kept
}

/** Lower-cases and removes accents; 'Nº' becomes 'no'. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer than any heading, so truncating never creates a match. */
const maxHeadingLength = 300

const wordsOnly = (text: string) =>
  normalizeText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** 'Precio (Q)' → 'precio', 'No.Ruta' → 'no ruta'. */
export const normalHeading = (text: string): string =>
  wordsOnly(withoutBrackets(text.slice(0, maxHeadingLength)))

const stopWords = new Set('de del la las el los al en y e o u por para'.split(' '))

const abbreviations: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['no', 'num', 'nro', 'nr', 'n'].map((short) => [short, 'numero'])),
  ...Object.fromEntries(['vto', 'vcto', 'venc'].map((short) => [short, 'vencimiento'])),
  ...Object.fromEntries(['gal', 'gals', 'gls', 'gln'].map((short) => [short, 'galon'])),
  ...Object.fromEntries(['lt', 'lts', 'ltrs'].map((short) => [short, 'litro'])),
  ...Object.fromEntries(['obs', 'observ'].map((short) => [short, 'observacion'])),
  ...Object.fromEntries(['doc', 'docto', 'dcto'].map((short) => [short, 'documento'])),
  ...Object.fromEntries(['veh', 'vehic'].map((short) => [short, 'vehiculo'])),
  ...Object.fromEntries(['tel', 'telef', 'tels'].map((short) => [short, 'telefono'])),
  ...Object.fromEntries(['cel', 'cels'].map((short) => [short, 'celular'])),
  ...Object.fromEntries(['hr', 'hrs'].map((short) => [short, 'hora'])),
  ...Object.fromEntries(['eco', 'econ'].map((short) => [short, 'economico'])),
  ...Object.fromEntries(['lic', 'lics'].map((short) => [short, 'licencia'])),
  h: 'hora',
  mov: 'movil',
  cia: 'compania',
  fec: 'fecha',
  f: 'fecha',
  t: 'tarjeta',
  tarj: 'tarjeta',
  circ: 'circulacion',
  dest: 'destino',
  orig: 'origen',
  cte: 'cliente',
  nom: 'nombre',
  aux: 'auxiliar',
  comb: 'combustible',
  merc: 'mercaderia',
  serv: 'servicio',
  cam: 'camion',
  min: 'minuto',
  mins: 'minuto',
  qtz: 'quetzal',
}

/** One form for singular and plural: 'camiones' and 'camion', 'viajes' and 'viaje'. Hours are no time of day. */
const stem = (word: string) =>
  word.length > 3 && word !== 'horas' ? word.replace(/s$/, '').replace(/e$/, '') : word

/** A heading with more words is a sentence. */
const maxWords = 8

/** Splits a normalized heading: abbreviations in full, without articles. Empty for 'No.', which counts the rows. */
function wordsOf(heading: string): string[] {
  const all = heading.split(' ')
  if (all.length > maxWords || (all.length === 1 && abbreviations[heading] === 'numero')) return []
  const full = all.map((word) => (all.length > 1 || word.length > 1 ? (abbreviations[word] ?? word) : word))
  const kept = full.filter((word) => !stopWords.has(word))
  return (kept.length > 0 ? kept : full).map(stem)
}

/** Words of the own name or of an alias, which a heading must have in this order. */
interface Pattern {
  campo: string
  words: readonly string[]
  isName: boolean
}

interface CampoWords {
  /** Field of every normalized heading that is compared as it is. */
  exact: ReadonlyMap<string, string>
  patterns: readonly Pattern[]
  qualifiers: Readonly<Record<string, ReadonlySet<string>>>
}

const headingOfCampo = (campo: string) => campo.replaceAll('_', ' ')
const lastWord = (heading: string) => heading.slice(heading.lastIndexOf(' ') + 1)
const stems = (words: readonly string[] = []) => new Set(words.flatMap((word) => wordsOf(word)))

function describeCampos(tipo: ImportTipo): CampoWords {
  const all = Object.entries(importCampos[tipo])
  const patternsOf = (campo: string, headings: readonly string[], isName: boolean): Pattern[] =>
    headings
      // 'sale de' without its preposition would be an hour.
      .filter((heading) => !stopWords.has(lastWord(heading)))
      .map((heading) => ({ campo, words: wordsOf(heading), isName }))
  return {
    exact: new Map([
      ...all.flatMap(([campo, { titulos }]) => titulos.map((titulo) => [titulo, campo] as const)),
      ...all.map(([campo]) => [headingOfCampo(campo), campo] as const),
    ]),
    patterns: [
      ...all.flatMap(([campo, { nombres }]) => patternsOf(campo, [headingOfCampo(campo), ...nombres], true)),
      ...all.flatMap(([campo, { titulos }]) => patternsOf(campo, titulos, false)),
    ],
    qualifiers: Object.fromEntries(all.map(([campo, { complementos }]) => [campo, stems(complementos)])),
  }
}

const described = new Map<ImportTipo, CampoWords>()

function campoWordsOf(tipo: ImportTipo): CampoWords {
  const words = described.get(tipo) ?? describeCampos(tipo)
  described.set(tipo, words)
  return words
}

/** Whether the words are those of the pattern, in order, and qualifiers. */
function matches(
  words: readonly string[],
  pattern: Pattern,
  qualifiers: ReadonlySet<string> | undefined,
): boolean {
  let next = 0
  for (const word of words) {
    if (word === pattern.words[next]) next += 1
    else if (!qualifiers?.has(word)) return false
  }
  return next === pattern.words.length
}

export interface HeadingMatch {
  campo: string
  /** 0: the field's own name, 1: its words, 2: an alias. */
  rank: 0 | 1 | 2
}

/** 'fechaSalida', as programs export it, → 'fecha Salida'. */
const splitCamelCase = (title: string) =>
  title.slice(0, maxHeadingLength).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

/** Returns the field that a heading names, if any. */
export function matchHeading(tipo: ImportTipo, title: string): HeadingMatch | undefined {
  const heading = normalHeading(title)
  if (heading === '') return undefined
  const { exact, patterns, qualifiers } = campoWordsOf(tipo)
  const words = wordsOf(normalHeading(splitCamelCase(title)))
  const pattern =
    words.length > 0 ? patterns.find((each) => matches(words, each, qualifiers[each.campo])) : undefined
  const campo = exact.get(heading) ?? pattern?.campo
  if (campo === undefined) return undefined
  if (heading === headingOfCampo(campo)) return { campo, rank: 0 }
  return { campo, rank: pattern?.campo === campo && pattern.isName ? 1 : 2 }
}

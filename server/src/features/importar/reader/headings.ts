import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** In one walk: a cell may hold thousands of brackets. One that is never closed is a sign like others. */
function withoutBrackets(text: string): string {
  let kept = ''
  const open: { until: string | undefined; from: number }[] = []
  for (const sign of text) {
    const last = open.at(-1)
    if (sign in closing) open.push({ until: closing[sign], from: kept.length })
    if (last && sign === last.until) {
      kept = `${kept.slice(0, last.from)} `
      open.pop()
    } else kept += sign
  }
  return kept
}

/** In lower case and without accents; 'Nº' is 'no'. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer than any heading; what follows can't make it one. */
const maxHeadingLength = 300

/** 'Precio (Q)' → 'precio', 'No.Ruta' → 'no ruta'. */
export const normalHeading = (text: string): string =>
  normalizeText(withoutBrackets(text.slice(0, maxHeadingLength)))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const ownHeading = (campo: string) => campo.replaceAll('_', ' ')

/** Every heading of a kind, with the field that it names. */
export function headingsOf(tipo: ImportTipo): ReadonlyMap<string, string> {
  const all = Object.entries(importCampos[tipo])
  return new Map([
    ...all.flatMap(([campo, { titulos }]) => titulos.map((titulo) => [titulo, campo] as const)),
    ...all.map(([campo]) => [ownHeading(campo), campo] as const),
  ])
}

export const isOwnHeading = (heading: string, campo: string) => heading === ownHeading(campo)

/** Which of the first rows has most known headings, as its place among them; of equals the first. */
export function headingRow(rows: readonly (readonly string[])[], known: ReadonlyMap<string, string>): number {
  const counts = rows.map((titles) => titles.filter((title) => known.has(normalHeading(title))).length)
  return counts.indexOf(Math.max(...counts))
}

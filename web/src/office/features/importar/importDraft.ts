import type { VistaPrevia } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { type DuplicadosModo, importLimits } from '@flota/contract/importarWords.ts'

/** Of each field the letter of its column, or '=' and a text that holds for every row. */
export type Sources = Readonly<Record<string, string>>

/** A file that is to be brought in, and what was said of it so far. */
export interface Work {
  tipo: ImportTipo
  file: File
  /** Tells one choice of a file from the next, and one of its sheets from another. */
  id: number
  /** Undefined for the first one. */
  hoja: string | undefined
  /** Null while the headings say it. */
  sources: Sources | null
  /** Of the file before this one, whose sources hold as long as its columns are the same. */
  columns: string | null
  duplicados: DuplicadosModo
}

let choices = 0
export const nextId = () => {
  choices += 1
  return choices
}

/** What is asked of the file's rows. */
export const queryOf = ({ file, hoja, sources, duplicados }: Work) => ({
  duplicados,
  columnas: sources ? JSON.stringify(sources) : undefined,
  hoja,
  nombre: [...file.name].slice(0, importLimits.characters).join(''),
})

/** The same where the same would be answered. */
export const keyOf = (work: Work) => JSON.stringify([work.id, work.tipo, queryOf(work)])

/** The same where two sheets have the same columns. */
export const columnsOf = ({ columnas }: VistaPrevia) =>
  JSON.stringify(columnas.map(({ columna, titulo }) => [columna, titulo]))

/** Which field each column is read as: what was chosen, else what the headings say. */
export const sourcesOf = ({ sources }: Work, { columnas }: VistaPrevia): Sources =>
  sources ??
  Object.fromEntries(columnas.flatMap(({ campo, columna }) => (campo === null ? [] : [[campo, columna]])))

/** With `campo` read of `columna`, which is read as nothing else; '' brings it no more. */
export function withColumn(sources: Sources, columna: string, campo: string): Sources {
  const others = Object.entries(sources).filter(([, where]) => where !== columna)
  return Object.fromEntries(campo ? [...others.filter(([each]) => each !== campo), [campo, columna]] : others)
}

/** With one value for all rows; an empty one is none. */
export function withValue(sources: Sources, campo: string, text: string): Sources {
  const others = Object.entries(sources).filter(([each]) => each !== campo)
  return Object.fromEntries(text ? [...others, [campo, `=${text}`]] : others)
}

/** A letter, not a value for all rows. */
export const isColumn = (where: string | undefined) => where !== undefined && !where.startsWith('=')

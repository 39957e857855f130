import type { ImportarQuery } from '@flota/contract/importar.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  broughtBy,
  Firsts,
  fresh,
  type Igual,
  isWrong,
  repeats,
  same,
  type Vista,
  wrong,
} from './decideAction.ts'
import type { Fila, Juicio, Registro, Valores } from './importRow.ts'
import { findPersonas, type Persona } from './lookups.ts'
import { several } from './resolveReferences.ts'
import { breathing, partsOf } from './yieldToEventLoop.ts'

const singular: Record<Persona, string> = { choferes: 'piloto', ayudantes: 'ayudante', clientes: 'cliente' }

const nameOf = ({ nombre, apellido }: Valores) => normalize(`${nombre} ${apellido}`)
const digitsOf = ({ telefono }: Valores) => String(telefono ?? '').replace(/\D/g, '')

async function registrosOf(db: Db, tabla: Persona, nombres: string[]): Promise<Map<string, Registro[]>> {
  const found = await findPersonas(db, tabla, nombres)
  const ids = [...found.values()].flat().map(({ id }) => id)
  const rows = new Map<number, Registro>()
  for (const part of partsOf(ids, 5000)) {
    const some = await many<Record<string, string | null> & { id: number; version: number }>(
      db,
      sql`select id, version, ${selectedFields(tabla)} from ${raw(tabla)} where id = any(${part}::int[])`,
    )
    for (const { id, version, ...valores } of some) rows.set(id, { id, version, valores })
  }
  return new Map([...found].map(([clave, all]) => [clave, all.flatMap(({ id }) => rows.get(id) ?? [])]))
}

/** Pilots, helpers, clients: the same by name, and by telephone where one name is several people's. */
export async function matchPersonas(
  db: Db,
  tabla: Persona,
  filas: readonly Fila[],
  modo: ImportarQuery['duplicados'],
): Promise<Juicio[]> {
  const vistas = filas.map((fila): Vista => ({ fila, fallas: fila.fallas, valores: fila.valores }))
  const compared = vistas.filter((vista) => !isWrong(vista))
  const there = await registrosOf(
    db,
    tabla,
    compared.map(({ valores }) => nameOf(valores)),
  )
  const times = new Map<string, number>()
  for (const { valores } of compared) times.set(nameOf(valores), (times.get(nameOf(valores)) ?? 0) + 1)
  const brought = broughtBy(filas)
  const firsts = new Firsts()
  const breathe = breathing()
  const juicios: Juicio[] = []
  for (const vista of vistas) {
    await breathe()
    if (isWrong(vista)) {
      juicios.push(wrong(vista))
      continue
    }
    const name = nameOf(vista.valores)
    const others = there.get(name) ?? []
    const isAmbiguous = others.length > 1 || (times.get(name) ?? 0) > 1
    const first = firsts.take(isAmbiguous ? `${name}\n${digitsOf(vista.valores)}` : name, vista.fila.fila)
    if (first !== undefined) juicios.push(repeats(vista, first))
    else juicios.push(among(vista, others, { tabla, isAmbiguous, brought, modo }))
  }
  return juicios
}

interface How {
  tabla: Persona
  /** The name alone does not tell who it is. */
  isAmbiguous: boolean
  brought: string[]
  modo: ImportarQuery['duplicados']
}

function among(
  vista: Vista,
  others: readonly Registro[],
  { tabla, isAmbiguous, brought, modo }: How,
): Juicio {
  const digits = digitsOf(vista.valores)
  const fitting = isAmbiguous ? others.filter(({ valores }) => digitsOf(valores) === digits) : others
  const [one, second] = fitting
  if (others.length > 1 && (!one || second)) return wrong(vista, several(tabla))
  if (!one) return fresh(vista)
  const found = ['nombre', 'apellido', 'nombre_completo', ...(isAmbiguous ? ['telefono'] : [])]
  const igual: Igual = {
    registro: one,
    mensaje: `Ya existe un ${singular[tabla]} con ese nombre.`,
    escrito: brought.filter((campo) => !found.includes(campo)),
  }
  return same(vista, igual, modo)
}

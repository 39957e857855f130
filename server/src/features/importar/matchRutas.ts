import type { ImportarQuery } from '@flota/contract/importar.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { Firsts, fresh, isWrong, repeats, same, type Vista, wrong } from './decideAction.ts'
import type { Fila, Juicio, Registro, Valores } from './importRow.ts'
import { type Clave, findNumeros } from './lookups.ts'
import { findersFor, referenciasDeRuta, resolve, withIds } from './resolveReferences.ts'
import { breathing, partsOf } from './yieldToEventLoop.ts'

/** A trip that is there, as far as a row without number can be the same. */
interface Viaje {
  id: number
  no_ruta: string
  origen: string
  destino: string
}

const tripOf = (v: Valores) => [v.fecha, v.hora, v.cliente_id, v.camion_id, v.chofer_id].join('|')
const placesOf = (v: { origen?: unknown; destino?: unknown }) =>
  `${normalize(String(v.origen))}\n${normalize(String(v.destino))}`
const keyOf = (v: Valores) => `${tripOf(v)}\n${placesOf(v)}`

/** Such trips as these rows without number tell of, oldest first. */
async function viajesOf(db: Db, all: readonly Valores[]): Promise<Map<string, Viaje[]>> {
  const trips = new Map(all.map((valores) => [tripOf(valores), valores]))
  const found = new Map<string, Viaje[]>()
  for (const part of partsOf([...trips], 2000)) {
    const wanted = part.map(([clave, { fecha, hora, cliente_id, camion_id, chofer_id }]) => ({
      clave,
      fecha,
      hora,
      cliente_id,
      camion_id,
      chofer_id,
    }))
    const rows = await many<Viaje & { clave: string }>(
      db,
      sql`select k.clave, r.id, r.no_ruta, r.origen, r.destino
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as k (clave text, fecha date, hora time, cliente_id int, camion_id int, chofer_id int)
        join rutas r on r.cliente_id = k.cliente_id and r.fecha = k.fecha and r.hora = k.hora
          and r.camion_id = k.camion_id and r.chofer_id = k.chofer_id
        where r.eliminado_en is null order by r.id`,
    )
    for (const { clave, ...viaje } of rows) {
      const key = `${clave}\n${placesOf(viaje)}`
      found.set(key, [...(found.get(key) ?? []), viaje])
    }
  }
  return found
}

const there = (id: number): Registro => ({ id, version: 0, valores: {} })

/** Trips: the same by number; without one the n-th of its kind is the n-th that is there. */
export async function matchRutas(
  db: Db,
  filas: readonly Fila[],
  modo: ImportarQuery['duplicados'],
): Promise<Juicio[]> {
  const finders = await findersFor(db, filas, referenciasDeRuta)
  const vistas = filas.map((fila): Vista => {
    const told = resolve(fila, referenciasDeRuta, finders)
    const no_ruta = fila.leido.no_ruta ?? null
    const valores = { ...withIds(told), no_ruta: no_ruta === null ? null : (fila.valores.no_ruta ?? null) }
    return { fila, fallas: told.fallas, valores, nombres: told.nombres }
  })
  const right = vistas.filter((vista) => !isWrong(vista)).map(({ valores }) => valores)
  const numeros = await findNumeros(
    db,
    right.map(({ no_ruta }) => no_ruta).filter((each) => typeof each === 'string'),
  )
  const viajes = await viajesOf(
    db,
    right.filter(({ no_ruta }) => no_ruta === null),
  )
  const firsts = new Firsts()
  const breathe = breathing()
  const juicios: Juicio[] = []
  for (const vista of vistas) {
    await breathe()
    if (isWrong(vista)) juicios.push(wrong(vista))
    else if (vista.valores.no_ruta === null) juicios.push(nth(vista, viajes, modo))
    else juicios.push(numbered(vista, numeros, firsts, modo))
  }
  return juicios
}

/** Takes the next of such trips that is there. */
function nth(vista: Vista, viajes: Map<string, Viaje[]>, modo: ImportarQuery['duplicados']): Juicio {
  const viaje = viajes.get(keyOf(vista.valores))?.shift()
  if (!viaje) return fresh(vista)
  const mensaje = `Ya existe esa ruta: ${viaje.no_ruta}.`
  return same(vista, { registro: there(viaje.id), mensaje, escrito: [] }, modo)
}

function numbered(
  vista: Vista,
  numeros: Map<string, Clave>,
  firsts: Firsts,
  modo: ImportarQuery['duplicados'],
): Juicio {
  const { clave = '', id = null, enPapelera = false } = numeros.get(String(vista.valores.no_ruta)) ?? {}
  const first = firsts.take(clave, vista.fila.fila)
  if (first !== undefined) return repeats(vista, first)
  if (id === null) return fresh(vista)
  const mensaje = 'El número de ruta ya existe'
  if (enPapelera) return wrong(vista, mensaje)
  return same(vista, { registro: there(id), mensaje, escrito: [] }, modo)
}

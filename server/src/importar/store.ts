import { catalogues, isCatalogue } from '@flota/contract/catalogues.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { changed } from '../db/records.ts'
import { searchText } from '../db/search.ts'
import { type Db, join, one, raw, run, sql } from '../db/sql.ts'
import { breathing, partsOf } from './breathe.ts'
import type { Juicio, Valores } from './fila.ts'
import { atOnce, Moved } from './moved.ts'
import { storeRutas } from './storeRutas.ts'

const persona = { nombre: 'text', apellido: 'text', telefono: 'text', busqueda: 'text' }

/** What is written of each kind, and its type. */
const columnsOf: Record<Exclude<ImportTipo, 'rutas'>, Readonly<Record<string, string>>> = {
  choferes: { ...persona, tipo_licencia: 'text', vencimiento: 'date' },
  ayudantes: persona,
  clientes: persona,
  camiones: {
    placa: 'text',
    marca: 'text',
    modelo: 'text',
    color: 'text',
    tipo: 'text',
    tarjeta_circulacion: 'text',
    busqueda: 'text',
  },
  tarifas: {
    cliente_id: 'int',
    origen: 'text',
    destino: 'text',
    servicio: 'text',
    precio: 'numeric',
    duracion_min: 'int',
    vigente_desde: 'date',
    vigente_hasta: 'date',
  },
  documentos: {
    tipo_id: 'int',
    entidad: 'text',
    entidad_id: 'int',
    tipo: 'text',
    nombre: 'text',
    numero: 'text',
    emitido: 'date',
    vence: 'date',
    nota: 'text',
  },
}

/** Not written of a record that there is: it was found by these, or they follow from them. */
const fixed = ['placa', 'cliente_id', 'tipo_id', 'entidad', 'entidad_id']
const fixedOf = (tipo: ImportTipo) => (tipo === 'documentos' ? [...fixed, 'tipo', 'nombre'] : fixed)

/** What is written again of a record that there is, by an import and by its undoing. */
export const changedColumns = (tipo: ImportTipo): string[] =>
  tipo === 'rutas' ? [] : Object.keys(columnsOf[tipo]).filter((column) => !fixedOf(tipo).includes(column))

/** As the table has it. */
function rowOf(tipo: ImportTipo, { valores, nombres }: Juicio): Valores {
  if (isCatalogue(tipo)) {
    const searched: readonly string[] = catalogues[tipo].searchBy
    return { ...valores, busqueda: searchText(searched.map((campo) => valores[campo])) }
  }
  if (tipo !== 'documentos') return valores
  const { tipo: tipoNombre = '', placa, piloto, ayudante } = nombres
  return { ...valores, tipo: tipoNombre, nombre: placa ?? piloto ?? ayudante ?? '' }
}

const given = (columns: Readonly<Record<string, string>>, rows: readonly Valores[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (${raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )})`

/** New rows, each told to the import. */
const insertPart = (tx: Db, tipo: Exclude<ImportTipo, 'rutas'>, importacion: number, rows: Valores[]) => {
  const names = raw(Object.keys(columnsOf[tipo]).join(', '))
  return run(
    tx,
    sql`with nuevas as (
        insert into ${raw(tipo)} (${names}) select ${names} from ${given(columnsOf[tipo], rows)}
        returning id, version)
      insert into importaciones_registros (importacion_id, registro_id, version)
      select ${importacion}, id, version from nuevas`,
  )
}

/** Those that there are, in the version that was read. @throws {Moved} */
async function changePart(
  tx: Db,
  tipo: Exclude<ImportTipo, 'rutas'>,
  importacion: number,
  rows: Valores[],
): Promise<void> {
  const set = Object.fromEntries(changedColumns(tipo).map((name) => [name, raw(`d.${name}`)]))
  const written = await run(
    tx,
    sql`with d as materialized (select * from ${given({ id: 'int', leida: 'int', ...columnsOf[tipo] }, rows)}),
      antes as materialized (
        select t.* from ${raw(tipo)} t join d on t.id = d.id and t.version = d.leida
        where t.eliminado_en is null order by t.id for no key update of t),
      despues as (
        update ${raw(tipo)} r set ${changed(set)} from d, antes where r.id = d.id and r.id = antes.id
        returning r.id, r.version)
      insert into importaciones_registros (importacion_id, registro_id, version, antes)
      select ${importacion}, despues.id, despues.version, to_jsonb(antes)
      from despues join antes on antes.id = despues.id`,
  )
  if (written < rows.length) throw new Moved()
}

/** Writes what the rows became: what changes first, so that a price may follow one that is made shorter. @throws {Moved} */
export async function store(
  tx: Db,
  tipo: ImportTipo,
  importacion: number,
  juicios: readonly Juicio[],
  userId: number,
): Promise<void> {
  const fresh = juicios.filter(({ accion }) => accion === 'nueva')
  if (tipo === 'rutas') return storeRutas(tx, importacion, fresh, userId)
  const breathe = breathing()
  for (const part of partsOf(
    juicios.filter(({ accion }) => accion === 'cambiada'),
    atOnce,
  )) {
    const rows = part.map((juicio) => ({
      ...rowOf(tipo, juicio),
      id: juicio.antes?.id ?? null,
      leida: juicio.antes?.version ?? null,
    }))
    await changePart(tx, tipo, importacion, rows)
    await breathe()
  }
  for (const part of partsOf(fresh, atOnce)) {
    await insertPart(
      tx,
      tipo,
      importacion,
      part.map((juicio) => rowOf(tipo, juicio)),
    )
    await breathe()
  }
}

interface Nueva {
  tipo: ImportTipo
  nombre: string
  filas: number
  nuevas: number
  cambiadas: number
  iguales: number
  saltadas: number
}

/** @returns its id */
export async function insertImportacion(tx: Db, nueva: Nueva, userId: number): Promise<number> {
  const row = await one<{ id: number }>(
    tx,
    sql`insert into importaciones (${raw([...Object.keys(nueva), 'usuario_id'].join(', '))})
      values (${join([...Object.values<string | number>({ ...nueva }), userId])}) returning id`,
  )
  if (!row) throw new Error('insert into importaciones gave no id')
  return row.id
}

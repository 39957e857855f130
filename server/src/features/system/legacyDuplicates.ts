import { type Db, join, many, raw, sql } from '../../platform/db/sql.ts'

/** Two records of an old database that today would be refused as one. */
export interface DuplicateRecord {
  tabla: string
  id: number
  valor: string
  /** The one that has the key, by which nobody else is called. */
  otro_id: number
  otro_valor: string
}

const comparedKeys = [
  { tabla: 'usuarios', valor: 'username', clave: 'clave(username)' },
  { tabla: 'camiones', valor: 'placa', clave: 'placa_clave(placa)' },
  { tabla: 'rutas', valor: 'no_ruta', clave: 'clave(no_ruta)' },
]

/** Told at each start until one of the two is changed. */
export const findDuplicates = (db: Db): Promise<DuplicateRecord[]> =>
  many(
    db,
    join(
      comparedKeys.map(
        ({ tabla, valor, clave }) => sql`
          (select ${tabla}::text as tabla, t.id, t.valor, o.id as otro_id, o.${raw(valor)} as otro_valor
          from (select id, ${raw(valor)} as valor, ${raw(clave)} as su_clave, eliminado_en
              from ${raw(tabla)} where gemelo > 0) t
            join ${raw(tabla)} o on ${raw(clave.replace('(', '(o.'))} = t.su_clave and o.gemelo = 0
          where ${raw(tabla === 'rutas' ? 'true' : 't.eliminado_en is null and o.eliminado_en is null')}
          order by t.id)`,
      ),
      ' union all ',
    ),
  )

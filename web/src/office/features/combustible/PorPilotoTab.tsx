import type { AnswerOf } from '../../../api/call.ts'
import { RendimientoList } from './RendimientoList.tsx'
import { type PilotoRow, pilotoColumns } from './rendimientoColumns.tsx'

type ByPilot = Extract<
  AnswerOf<'GET /api/rendimiento'>['data'],
  { filas: readonly { chofer_id: number | null }[] }
>

/** Kilometres per gallon of each pilot. */
export function PorPilotoTab() {
  return (
    <RendimientoList<PilotoRow, ByPilot>
      vista="piloto"
      por="piloto"
      columns={pilotoColumns}
      rowsOf={({ filas, totales }) => ({
        rows: filas.map((row) => ({ ...row, id: null })),
        total: { ...totales, id: null, chofer_id: null, piloto: null, isTotal: true },
      })}
      keyOf={({ chofer_id }) => chofer_id ?? 'sin piloto'}
      empty="En estos días ningún camión llenó el tanque dos veces con su kilometraje."
    >
      Cada tramo, de un tanque lleno al siguiente, cuenta para el piloto de la carga que lo termina.
    </RendimientoList>
  )
}

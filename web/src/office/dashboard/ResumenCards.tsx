import type { RutaEstado } from '@flota/contract/estados.ts'
import { quetzales } from '@flota/contract/format.ts'
import { Banknote, Route } from 'lucide-react'
import type { AnswerOf } from '../../api/call.ts'
import { estadoLook } from '../../viaje/EstadoBadge.tsx'
import { FigureCard } from '../parts/FigureCard.tsx'
import { rutasOf } from './rutasHref.ts'

export type Dia = AnswerOf<'GET /api/rutas/recientes'>['data']['rutasPorFecha'][number]

interface Props {
  /** Undefined while loading. */
  resumen: Dia['resumen'] | undefined
  fecha: string
  /** A pilot sees no income. */
  withIncome: boolean
}

/** The day in six figures, each linked to the trips it counts. */
export function ResumenCards({ resumen, fecha, withIncome }: Props) {
  const of = (label: string, estado: RutaEstado, count: number | undefined) => (
    <FigureCard label={label} value={count} href={rutasOf(fecha, estado)} {...estadoLook(estado)} />
  )
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
      <FigureCard label="Total de Rutas" value={resumen?.total} href={rutasOf(fecha)} Icon={Route} wide />
      {of('Rutas Pendientes', 'Pendiente', resumen?.pendientes)}
      {of('Rutas En Curso', 'En curso', resumen?.en_curso)}
      {of('Rutas Entregadas', 'Entregado', resumen?.entregadas)}
      {of('Rutas con Incidentes', 'Incidente', resumen?.incidentes)}
      {withIncome && (
        <FigureCard
          label="Ingresos Totales"
          value={resumen && quetzales(resumen.ingresos ?? 0)}
          href={rutasOf(fecha)}
          Icon={Banknote}
          wide
        />
      )}
    </ul>
  )
}

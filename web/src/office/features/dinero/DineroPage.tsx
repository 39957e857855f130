import { calls } from '@flota/contract/calls.ts'
import { movimientoTipos } from '@flota/contract/dinero.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useMay } from '../../../api/usePermission.ts'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { vistaOf } from './DineroTabs.tsx'
import { PilotosVista } from './PilotosTab.tsx'

const MovimientoForm = lazy(async () => ({
  default: (await import('./form/MovimientoForm.tsx')).MovimientoForm,
}))
const MovimientoDetail = lazy(async () => ({
  default: (await import('./MovimientoDetail.tsx')).MovimientoDetail,
}))
const MovimientosVista = lazy(async () => ({
  default: (await import('./MovimientosTab.tsx')).MovimientosVista,
}))
const LiquidacionesVista = lazy(async () => ({
  default: (await import('./LiquidacionesTab.tsx')).LiquidacionesVista,
}))
const MargenVista = lazy(async () => ({ default: (await import('./MargenTab.tsx')).MargenVista }))

/** The money of the trips: one of its lists, or in their place a movement (`?movimiento=7`) or its form (`?registro=7`, `?registro=anticipo`). */
export function DineroPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Which />
    </Suspense>
  )
}

const isId = (said: string) => /^[1-9]\d*$/.test(said)

function Which() {
  const [search] = useSearchParams()
  const may = useMay()
  const registro = search.get('registro') ?? ''
  const movimiento = search.get('movimiento') ?? ''
  const vista = vistaOf(search.get('vista'))
  const isForm = isId(registro) || movimientoTipos.some((tipo) => tipo === registro)
  if (isForm && may(calls['POST /api/movimientos']))
    return <MovimientoForm key={search.toString()} which={registro} />
  if (isId(movimiento)) return <MovimientoDetail key={movimiento} id={movimiento} />
  if (vista === 'movimientos') return <MovimientosVista />
  if (vista === 'liquidaciones') return <LiquidacionesVista />
  if (vista === 'margen' && may(calls['GET /api/margen'])) return <MargenVista />
  return <PilotosVista />
}

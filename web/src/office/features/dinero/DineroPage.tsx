import { calls } from '@flota/contract/core/calls.ts'
import { movimientoTipos } from '@flota/contract/records/dinero.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { parseTab } from './DineroTabs.tsx'
import { PilotosTab } from './PilotosTab.tsx'

const MovimientoForm = lazy(async () => ({
  default: (await import('./form/MovimientoForm.tsx')).MovimientoForm,
}))
const MovimientoDetail = lazy(async () => ({
  default: (await import('./MovimientoDetail.tsx')).MovimientoDetail,
}))
const MovimientosTab = lazy(async () => ({ default: (await import('./MovimientosTab.tsx')).MovimientosTab }))
const LiquidacionesTab = lazy(async () => ({
  default: (await import('./LiquidacionesTab.tsx')).LiquidacionesTab,
}))
const MargenTab = lazy(async () => ({ default: (await import('./MargenTab.tsx')).MargenTab }))

/** Shows a list, a movement (`?movimiento=7`) or its form (`?registro=7`, `?registro=anticipo`). */
export function DineroPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <CurrentView />
    </Suspense>
  )
}

const isId = (text: string) => /^[1-9]\d*$/.test(text)

function CurrentView() {
  const [search] = useSearchParams()
  const may = usePermission()
  const registro = search.get('registro') ?? ''
  const movimiento = search.get('movimiento') ?? ''
  const vista = parseTab(search.get('vista'))
  const isForm = isId(registro) || movimientoTipos.some((tipo) => tipo === registro)
  if (isForm && may(calls['POST /api/movimientos']))
    return <MovimientoForm key={search.toString()} which={registro} />
  if (isId(movimiento)) return <MovimientoDetail key={movimiento} id={movimiento} />
  if (vista === 'movimientos') return <MovimientosTab />
  if (vista === 'liquidaciones') return <LiquidacionesTab />
  if (vista === 'margen' && may(calls['GET /api/margen'])) return <MargenTab />
  return <PilotosTab />
}

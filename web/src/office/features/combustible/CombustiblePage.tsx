import { calls } from '@flota/contract/core/calls.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { parseTab, useVisibleTabs } from './CombustibleTabs.tsx'

const CargasTab = lazy(async () => ({ default: (await import('./CargasTab.tsx')).CargasTab }))
const CargaForm = lazy(async () => ({ default: (await import('./form/CargaForm.tsx')).CargaForm }))
const AddGalonesForm = lazy(async () => ({
  default: (await import('./form/AddGalonesForm.tsx')).AddGalonesForm,
}))
const CargaDetail = lazy(async () => ({ default: (await import('./CargaDetail.tsx')).CargaDetail }))
const CostoTab = lazy(async () => ({ default: (await import('./CostoTab.tsx')).CostoTab }))
const PorPilotoTab = lazy(async () => ({ default: (await import('./PorPilotoTab.tsx')).PorPilotoTab }))
const SinGalonesTab = lazy(async () => ({ default: (await import('./SinGalonesTab.tsx')).SinGalonesTab }))

/**
 * Shows one of the lists of fuel. `?registro=7` shows the form of carga 7, or its data to users who may not change it;
 * `?registro=nuevo` shows an empty form. `?gasto=7` shows the form that adds gallons to gasto 7.
 */
export function CombustiblePage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <CurrentView />
    </Suspense>
  )
}

const isId = (text: string) => /^[1-9]\d*$/.test(text)

function CurrentView() {
  const [search] = useSearchParams()
  const mayWrite = usePermission()(calls['PUT /api/cargas/:id'])
  const visibleTabs = useVisibleTabs()
  const registro = search.get('registro')?.trim() ?? ''
  const gasto = search.get('gasto')?.trim() ?? ''
  if (registro === 'nuevo' && mayWrite) return <CargaForm id={null} />
  if (isId(registro))
    return mayWrite ? (
      <CargaForm key={registro} id={registro} />
    ) : (
      <CargaDetail key={registro} id={registro} />
    )
  if (isId(gasto) && mayWrite) return <AddGalonesForm key={gasto} id={gasto} />
  const tab = parseTab(search.get('vista'))
  if (!visibleTabs.includes(tab)) return <CargasTab />
  if (tab === 'costo') return <CostoTab />
  if (tab === 'piloto') return <PorPilotoTab />
  if (tab === 'sin-galones') return <SinGalonesTab />
  return <CargasTab />
}

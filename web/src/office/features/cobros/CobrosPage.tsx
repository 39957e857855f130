import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { parseTab } from './CobrosTabs.tsx'
import { PorFacturarTab } from './PorFacturarTab.tsx'

const FacturaForm = lazy(async () => ({ default: (await import('./form/FacturaForm.tsx')).FacturaForm }))
const CobroForm = lazy(async () => ({ default: (await import('./form/CobroForm.tsx')).CobroForm }))
const FacturasTab = lazy(async () => ({ default: (await import('./FacturasTab.tsx')).FacturasTab }))
const CobrosTab = lazy(async () => ({ default: (await import('./CobrosTab.tsx')).CobrosTab }))
const PorCobrarTab = lazy(async () => ({ default: (await import('./PorCobrarTab.tsx')).PorCobrarTab }))

/** Shows a list, an invoice's form (`?registro=7`, `?registro=nueva`) or a payment's (`?cobro=7&facturas=1-2`). */
export function CobrosPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <CurrentView />
    </Suspense>
  )
}

const isId = (text: string) => /^[1-9]\d*$/.test(text)

function CurrentView() {
  const [search] = useSearchParams()
  const registro = search.get('registro') ?? ''
  const cobro = search.get('cobro') ?? ''
  const vista = parseTab(search.get('vista'))
  if (registro === 'nueva') return <FacturaForm id={null} />
  if (isId(registro)) return <FacturaForm key={registro} id={registro} />
  if (isId(cobro)) return <CobroForm key={search.toString()} cliente_id={Number(cobro)} />
  if (vista === 'facturas') return <FacturasTab />
  if (vista === 'cobros') return <CobrosTab />
  if (vista === 'por-cobrar') return <PorCobrarTab />
  return <PorFacturarTab />
}

import { calls } from '@flota/contract/calls.ts'
import type { AsuntoTipo, Entidad } from '@flota/contract/registros.ts'
import { useState } from 'react'
import { usePermission } from '../../../api/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { ArchivosPanel } from './ArchivosPanel.tsx'
import { type Tab, Tabs } from './Tabs.tsx'

interface Props {
  entidad: Entidad & AsuntoTipo
  id: number
  /** Shown before the changes. */
  extraTabs?: readonly Tab[]
}

export function RecordTabs({ entidad, id, extraTabs = [] }: Props) {
  const may = usePermission()
  const tabs = [{ label: 'Archivos', children: <ArchivosPanel entidad={entidad} id={id} /> }, ...extraTabs]
  if (may(calls['GET /api/bitacora']))
    tabs.push({ label: 'Cambios', children: <CambiosTab tipo={entidad} id={id} /> })
  return (
    <section className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <Tabs tabs={tabs} />
    </section>
  )
}

function CambiosTab(props: { tipo: AsuntoTipo; id: number }) {
  const [wanted, setWanted] = useState(true)
  const loaded = useLazyModule(
    wanted,
    'los cambios',
    () => import('../cambios/CambiosList.tsx'),
    () => setWanted(false),
  )
  if (loaded) return <loaded.CambiosList {...props} />
  if (wanted) return <Loading label="Cargando cambios…" />
  return <Button onClick={() => setWanted(true)}>Reintentar</Button>
}

import { calls } from '@flota/contract/core/calls.ts'
import type { AsuntoTipo } from '@flota/contract/records/asuntos.ts'
import type { Entidad } from '@flota/contract/records/registros.ts'
import { usePermission } from '../../../api/session.ts'
import { ArchivosPanel } from './ArchivosPanel.tsx'
import { lazyTab, type Tab, Tabs } from './Tabs.tsx'

const CambiosList = lazyTab(
  'los cambios',
  async () => (await import('../cambios/CambiosList.tsx')).CambiosList,
)

interface Props {
  entidad: Entidad & AsuntoTipo
  id: number
  /** Shown before the files: the page opens on the first one. */
  firstTabs?: readonly Tab[]
  /** Shown between files and changes. */
  extraTabs?: readonly Tab[]
}

export function RecordTabs({ entidad, id, firstTabs = [], extraTabs = [] }: Props) {
  const may = usePermission()
  const tabs = [
    ...firstTabs,
    { label: 'Archivos', children: <ArchivosPanel entidad={entidad} id={id} /> },
    ...extraTabs,
  ]
  if (may(calls['GET /api/bitacora']))
    tabs.push({ label: 'Cambios', children: <CambiosList tipo={entidad} id={id} /> })
  return (
    <section className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <Tabs tabs={tabs} />
    </section>
  )
}

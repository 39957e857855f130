import { can } from '@flota/contract/access.ts'
import type { BitacoraTipo } from '@flota/contract/bitacora.ts'
import { calls } from '@flota/contract/calls.ts'
import type { Entidad } from '@flota/contract/entidades.ts'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import { Archivos } from './Archivos.tsx'
import { type Tab, Tabs } from './Tabs.tsx'

interface Props {
  entidad: Entidad & BitacoraTipo
  id: number
}

/** What hangs on a record, below its values. */
export function RecordParts({ entidad, id }: Props) {
  const session = useSession()
  const tabs: Tab[] = [{ label: 'Archivos', children: <Archivos entidad={entidad} id={id} /> }]
  if (session && can(session, calls['GET /api/bitacora']))
    tabs.push({ label: 'Cambios', children: <CambiosTab tipo={entidad} id={id} /> })
  return (
    <section className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <Tabs tabs={tabs} />
    </section>
  )
}

function CambiosTab(props: { tipo: BitacoraTipo; id: number }) {
  const [wanted, setWanted] = useState(true)
  const loaded = useOnDemand(
    wanted,
    'los cambios',
    () => import('./Cambios.tsx'),
    () => setWanted(false),
  )
  if (loaded) return <loaded.Cambios {...props} />
  if (wanted) return <Loading label="Cargando cambios…" />
  return <Button onClick={() => setWanted(true)}>Reintentar</Button>
}

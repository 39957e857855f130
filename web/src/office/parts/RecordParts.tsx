import type { Entidad } from '@flota/contract/entidades.ts'
import { Archivos } from './Archivos.tsx'
import { Tabs } from './Tabs.tsx'

interface Props {
  entidad: Entidad
  id: number
}

/** What hangs on a record, below its values. */
export function RecordParts({ entidad, id }: Props) {
  return (
    <section className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <Tabs tabs={[{ label: 'Archivos', children: <Archivos entidad={entidad} id={id} /> }]} />
    </section>
  )
}

import { calls } from '@flota/contract/calls.ts'
import { Link } from 'wouter'
import { useMay } from '../../../api/usePermission.ts'
import { RecordLoaded } from '../../../form/RecordLoader.tsx'
import { lastAddressOf } from '../../../list/lastAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { DetailCard, otherDetails } from '../detail/DetailCard.tsx'
import { RecordParts } from '../detail/RecordTabs.tsx'
import type { Tab } from '../detail/Tabs.tsx'
import { Papeles } from '../documents/DocumentosPanel.tsx'
import { hasPapeles } from '../documents/documento.ts'
import { CatalogueValue } from './CatalogueValue.tsx'
import type { Catalogue, CatalogueRow } from './calls.ts'
import { MantenimientosTab } from './MantenimientosTab.tsx'
import { ReglasTab } from './ReglasTab.tsx'
import { hasRutas, hrefOfRutas, RutasTab } from './RutasTab.tsx'
import { labelOf, recordNameOf } from './text.ts'

export function CatalogueDetail({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const { words, screens, fields, readOnly, name } = catalogue
  const leave = useClose()
  const close = () => void leave(lastAddressOf(screens.list), otherDetails)
  const may = useMay()
  const trips = hasRutas(name) && may(calls['GET /api/rutas']) ? name : null
  const valueOf = (row: CatalogueRow, key: string) => {
    const value = <CatalogueValue key={key} catalogue={catalogue} row={row} name={key} />
    if (key !== 'rutas_asignadas' || !trips) return value
    return (
      <Link href={hrefOfRutas(trips, row.id)} className="text-link hover:underline">
        {value}
      </Link>
    )
  }
  const tabsOf = (row: CatalogueRow): Tab[] => [
    ...(trips ? [{ label: 'Rutas', children: <RutasTab name={trips} id={row.id} /> }] : []),
    ...(name === 'camiones'
      ? [{ label: 'Mantenimientos', children: <MantenimientosTab camion_id={row.id} /> }]
      : []),
    ...(name === 'clientes' && may(calls['GET /api/clientes/:id/reglas'])
      ? [{ label: 'Reglas de entrega', children: <ReglasTab cliente_id={row.id} /> }]
      : []),
  ]
  return (
    <RecordLoaded<CatalogueRow>
      line={`GET /api/${name}/:id`}
      id={id}
      title={words.singular}
      words={words}
      fields={Object.keys(fields).length}
      onBack={close}
    >
      {(row) => (
        <>
          <PageHeading title={`${words.singular} ${recordNameOf(catalogue, row)}`} />
          <DetailCard
            parts={[...Object.keys(fields), ...Object.keys(readOnly)].map((key) => [
              labelOf(catalogue, key),
              valueOf(row, key),
            ])}
            layout="gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-3"
            edit={withId(screens.edit, row.id)}
            onClose={close}
          />
          {hasPapeles(name) && <Papeles entidad={name} entidad_id={row.id} />}
          <RecordParts entidad={name} id={row.id} more={tabsOf(row)} />
        </>
      )}
    </RecordLoaded>
  )
}

import { calls } from '@flota/contract/core/calls.ts'
import { Link } from 'wouter'
import { usePermission, useSession } from '../../../api/session.ts'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../list/lastAddress.ts'
import { canOpen, withId } from '../../../shell/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { DetailCard, detailPages } from '../detail/DetailCard.tsx'
import { RecordTabs } from '../detail/RecordTabs.tsx'
import { lazyTab, type Tab } from '../detail/Tabs.tsx'
import { DocumentosPanel } from '../documents/DocumentosPanel.tsx'
import { hasDocumentos } from '../documents/documento.ts'
import { PlanesTab } from '../planes/PlanesTab.tsx'
import { AliasPanel } from './AliasPanel.tsx'
import { CatalogueValue } from './CatalogueValue.tsx'
import { ClienteRutasTab } from './ClienteRutasTab.tsx'
import type { Catalogue, CatalogueRow } from './calls.ts'
import { MantenimientosTab } from './MantenimientosTab.tsx'
import { ReglasTab } from './ReglasTab.tsx'
import { hasRutas, RutasTab, rutasOfHref } from './RutasTab.tsx'
import { labelOf, recordNameOf } from './text.ts'

const KilometrajeTab = lazyTab(
  'el kilometraje',
  async () => (await import('../flota/KilometrajeTab.tsx')).KilometrajeTab,
)

const CamionNextTab = lazyTab('lo que sigue', async () => (await import('./CamionNextTab.tsx')).CamionNextTab)

export function CatalogueDetail({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const { words, screens, fields, readOnly, name } = catalogue
  const leave = useClose()
  const close = () => void leave(lastListAddress(screens.list), detailPages)
  const may = usePermission()
  const session = useSession()
  const trips = hasRutas(name) && may(calls['GET /api/rutas']) ? name : null
  const valueOf = (row: CatalogueRow, key: string) => {
    const value = <CatalogueValue key={key} catalogue={catalogue} row={row} name={key} marksMissing />
    if (key !== 'rutas_asignadas' || !trips) return value
    return (
      <Link href={rutasOfHref(trips, row.id)} className="text-link hover:underline">
        {value}
      </Link>
    )
  }
  const firstTabsOf = ({ id: recordId }: CatalogueRow): Tab[] => {
    if (name === 'camiones')
      return [{ label: 'Lo que sigue', children: <CamionNextTab camion_id={recordId} /> }]
    return name === 'clientes' && trips
      ? [{ label: 'Rutas', children: <ClienteRutasTab cliente_id={recordId} /> }]
      : []
  }
  const tabsOf = (row: CatalogueRow): Tab[] => [
    ...(trips && name !== 'clientes'
      ? [{ label: 'Rutas', children: <RutasTab name={trips} id={row.id} /> }]
      : []),
    ...(name === 'camiones'
      ? [
          { label: 'Mantenimientos', children: <MantenimientosTab camion_id={row.id} /> },
          { label: 'Kilometraje', children: <KilometrajeTab camion_id={row.id} /> },
        ]
      : []),
    ...(name === 'camiones' && may(calls['GET /api/planes'])
      ? [{ label: 'Planes', children: <PlanesTab camion_id={row.id} /> }]
      : []),
    ...(name === 'clientes' && may(calls['GET /api/clientes/:id/reglas'])
      ? [{ label: 'Reglas de entrega', children: <ReglasTab cliente_id={row.id} /> }]
      : []),
  ]
  return (
    <RecordLoader<CatalogueRow>
      line={`GET /api/${name}/:id`}
      id={id}
      title={words.singular}
      words={words}
      fields={Object.keys(fields).length}
      onBack={close}
    >
      {(row) => (
        <>
          <PageHeading title={`${words.singular} ${recordNameOf(catalogue, row)}`}>
            {name === 'clientes' && session && canOpen(session, '/cobros/cliente/:id') && (
              <Link href={withId('/cobros/cliente/:id', row.id)} className={buttonClass()}>
                Cobros
              </Link>
            )}
          </PageHeading>
          <DetailCard
            parts={[...Object.keys(fields), ...Object.keys(readOnly)].map((key) => [
              labelOf(catalogue, key),
              valueOf(row, key),
            ])}
            layout="xl:grid-cols-3"
            edit={withId(screens.edit, row.id)}
            onClose={close}
          />
          {may(calls[`GET /api/${name}/:id/alias`]) && <AliasPanel name={name} id={row.id} />}
          {hasDocumentos(name) && <DocumentosPanel entidad={name} entidad_id={row.id} />}
          <RecordTabs entidad={name} id={row.id} firstTabs={firstTabsOf(row)} extraTabs={tabsOf(row)} />
        </>
      )}
    </RecordLoader>
  )
}

import { lastAddressOf } from '../../api/cache/lastAddress.ts'
import { RecordLoaded } from '../../form/RecordLoaded.tsx'
import { withId } from '../../paths.ts'
import { useClose } from '../../ui/leaving.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { DetailCard } from '../parts/DetailCard.tsx'
import { Papeles } from '../parts/Papeles.tsx'
import { hasPapeles } from '../parts/papel.ts'
import { RecordParts } from '../parts/RecordParts.tsx'
import type { Catalogue, Row } from './calls.ts'
import { labelOf, nameOf } from './text.ts'
import { Value } from './Value.tsx'

export function Detail({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const { words, screens, fields, readOnly, name } = catalogue
  const leave = useClose()
  const close = () => void leave(lastAddressOf(screens.list))
  return (
    <RecordLoaded<Row>
      line={`GET /api/${name}/:id`}
      id={id}
      title={words.singular}
      words={words}
      fields={Object.keys(fields).length}
      onBack={close}
    >
      {(row) => (
        <>
          <PageHeading title={`${words.singular} ${nameOf(catalogue, row)}`} />
          <DetailCard
            parts={[...Object.keys(fields), ...Object.keys(readOnly)].map((key) => [
              labelOf(catalogue, key),
              <Value key={key} catalogue={catalogue} row={row} name={key} />,
            ])}
            layout="gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-3"
            edit={withId(screens.edit, row.id)}
            onClose={close}
          />
          {hasPapeles(name) && <Papeles entidad={name} entidad_id={row.id} />}
          <RecordParts entidad={name} id={row.id} />
        </>
      )}
    </RecordLoaded>
  )
}

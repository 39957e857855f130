import { Link } from 'wouter'
import { lastAddressOf } from '../../api/cache/lastAddress.ts'
import { RecordLoaded } from '../../form/RecordLoaded.tsx'
import { withId } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { useClose } from '../../ui/leaving.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useEscape } from '../../ui/useEscape.ts'
import type { Catalogue, Row } from './calls.ts'
import { labelOf, nameOf } from './text.ts'
import { Value } from './Value.tsx'

export function Detail({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const { words, screens, fields, name } = catalogue
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
      {(row) => <Record catalogue={catalogue} row={row} close={close} />}
    </RecordLoaded>
  )
}

function Record({ catalogue, row, close }: { catalogue: Catalogue; row: Row; close: () => void }) {
  const { words, screens, fields, readOnly } = catalogue
  useEscape(close)
  return (
    <>
      <PageHeading title={`${words.singular} ${nameOf(catalogue, row)}`} />
      <div className="max-w-4xl rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        <dl className="grid gap-x-6 gap-y-5 md:grid-cols-2">
          {[...Object.keys(fields), ...Object.keys(readOnly)].map((key) => (
            <div key={key} className="border-b border-line pb-2">
              <dt className="text-sm text-muted">{labelOf(catalogue, key)}</dt>
              <dd className="text-lg wrap-anywhere">
                <Value catalogue={catalogue} row={row} name={key} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-md:*:flex-1">
          <Link href={withId(screens.edit, row.id)} className={buttonClass()}>
            Editar
          </Link>
          <Button look="primary" onClick={close}>
            Cerrar
          </Button>
        </div>
      </div>
    </>
  )
}

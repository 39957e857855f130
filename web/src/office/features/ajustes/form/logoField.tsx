import { findLogoError, logoErrors, logoLimits, logoTypes } from '@flota/contract/system/logo.ts'
import { type ChangeEvent, useState } from 'react'
import type { FieldSpec, InputProps } from '../../../../form/FieldSpec.ts'
import { Button, buttonClass } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Field } from '../../../../ui/Field.tsx'

const readAsDataUrl = (file: File): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  // readAsDataURL results in a string.
  reader.onload = () => resolve(reader.result as string)
  reader.onerror = () => reject(new Error('The file could not be read'))
  reader.readAsDataURL(file)
  return promise
}

const refusalOf = ({ size, type }: File) => {
  if (!logoTypes.some((each) => each === type)) return logoErrors.wrongKind
  return size > logoLimits.maxBytes ? logoErrors.tooLarge : undefined
}

function LogoInput({ value, onChange, ...field }: InputProps<string>) {
  const [refused, setRefused] = useState<string>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Otherwise choosing the same file again fires no event.
    target.value = ''
    if (!file) return
    const refusal = refusalOf(file)
    setRefused(refusal)
    if (!refusal) onChange(await readAsDataUrl(file).catch(() => ''))
  }
  return (
    <Field
      {...field}
      error={refused ?? field.error}
      hint={field.hint || 'PNG, JPG o SVG de hasta 200 kB. Sin logo, los papeles llevan solo el nombre.'}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          <span
            className={cx(
              'grid h-16 w-40 place-items-center overflow-hidden rounded-ui border border-line text-sm text-muted',
              value && 'bg-white',
            )}
          >
            {value ? (
              <img src={value} alt="Logo actual" className="h-full w-full object-contain p-1" />
            ) : (
              'Sin logo'
            )}
          </span>
          <label
            className={cx(
              buttonClass(),
              'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            )}
          >
            {value ? 'Cambiar logo' : 'Elegir logo'}
            <input
              {...control}
              type="file"
              name={field.name}
              accept={logoTypes.join(',')}
              onChange={(event) => void choose(event)}
              className="sr-only"
            />
          </label>
          {value && (
            <Button
              look="quiet"
              onClick={() => {
                setRefused(undefined)
                onChange('')
              }}
            >
              Quitar logo
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The stored logo's address, or a chosen file as a data URL; empty without a logo. */
export const logoField: FieldSpec<string, string | null> = {
  label: 'Logo',
  Input: LogoInput,
  empty: '',
  read: (stored) => stored ?? '',
  send: (value) => value,
  format: (value) => (value === '' ? 'Sin logo' : value.startsWith('data:') ? 'Un logo nuevo' : 'Con logo'),
  validate: (value) => (value === '' ? undefined : findLogoError(value)),
  className: 'col-span-full',
}

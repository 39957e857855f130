import type { ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../ui/Modal.tsx'
import { confirmClose } from '../ui/navigationGuard.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { ConflictPanel, displayValue } from './ConflictPanel.tsx'
import type { FieldHints, Form } from './FieldSpec.ts'
import type { useFormSave } from './useFormSave.ts'
import { isSameValue } from './validate.ts'

export interface FormScreenProps {
  title: string
  form: Form
  saving: Pick<ReturnType<typeof useFormSave>, 'failure' | 'onSave' | 'clearFailure'>
  onClose: () => Promise<void> | void
  /** Name of the focused field, null for none; the first by default. */
  initialFocus?: string | null
  /** Grid classes; three columns by default. */
  layout?: string
  /** Hook for hints that depend on the values. */
  useHints?: (form: Form) => FieldHints
  beside?: (form: Form) => ReactNode
  aside?: (form: Form) => ReactNode
  dialog?: boolean
  /** Part of a page: without heading and card. */
  inline?: boolean | undefined
  className?: string
  submitLabel?: string | undefined
  above?: ReactNode
  /** Shown below the fields; set `touched` once the user has changed something there. */
  children?: ReactNode
  touched?: boolean
  /** What the user must see before saving is loading. */
  waiting?: boolean | undefined
}

const noHints = (): FieldHints => ({})

export function FormScreen(props: FormScreenProps) {
  const { title, form, saving, onClose, beside, aside, dialog = false, inline = false, children } = props
  const { initialFocus, layout, useHints = noHints } = props
  const { failure, onSave, clearFailure } = saving
  const fieldHints = useHints(form)
  const changed = form.changed || props.touched === true
  const fix = failure?.fix
  const applyFix = () => {
    if (fix) form.set(fix.values)
    clearFailure()
  }
  const action = fix && { action: <Button onClick={applyFix}>{fix.label}</Button> }
  // An unchanged dialog must not ask about the form below it; `onClose` of a page asks by itself.
  const close = async () => (!dialog || !changed || (await confirmClose())) && onClose()
  const shell = (
    <FormShell
      initialFocus={initialFocus}
      layout={layout}
      aside={aside?.(form)}
      narrow={dialog || inline}
      submitLabel={props.submitLabel}
      waiting={props.waiting}
      onSave={onSave}
      onClose={() => void close()}
      failure={failure && { ...failure, ...action }}
      changed={changed}
      onDiscard={form.deleteDraft}
    >
      {form.isRecovered && (
        <div className="col-span-full">
          <Banner
            kind="notice"
            title="Recuperamos lo que habías escrito."
            action={<Button onClick={form.discard}>Descartar</Button>}
          />
        </div>
      )}
      {props.above}
      {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
      {form.present.map((name) => (
        <FormField key={name} form={form} name={name} fieldHints={fieldHints} />
      ))}
      {children}
    </FormShell>
  )
  if (inline) return shell
  return dialog ? (
    <Modal title={title} onClose={() => void close()} className={cx(footedSheetClass, props.className)}>
      {shell}
    </Modal>
  ) : (
    <>
      <PageHeading title={title}>{beside?.(form)}</PageHeading>
      {shell}
    </>
  )
}

interface FieldProps {
  form: Form
  name: string
  fieldHints: FieldHints
}

function FormField({ form, name, fieldHints: { hints, below } }: FieldProps) {
  const field = form.fields[name]
  if (!field) return null
  const { Input, label, className, empty, heading } = field
  const { conflict } = form
  const otherValues =
    conflict?.own.includes(name) &&
    !isSameValue(form.fields, name, form.values, conflict.theirs) &&
    conflict.theirs
  return (
    <>
      {heading && (
        <header className="col-span-full mt-2 first:mt-0">
          <h2 className="text-lg font-bold">{heading.title}</h2>
          <p className="text-sm text-muted">{heading.note}</p>
        </header>
      )}
      <div className={className}>
        <Input
          name={name}
          label={label}
          value={form.values[name] ?? empty}
          onChange={(value) => form.set({ [name]: value })}
          error={form.errors[name]}
          hint={
            otherValues ? `Otro usuario escribió: «${displayValue(form, name, otherValues)}».` : hints?.[name]
          }
          required={form.required.has(name)}
          form={form}
        />
      </div>
      {below?.[name]}
    </>
  )
}

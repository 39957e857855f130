/** Focuses the step's text: the previous step's button is gone. */
export const focusElement = (words: HTMLElement | null) => words?.focus()

export const focusFirstField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Colours of the light theme in web/src/theme.css. */
export const colors = {
  navy: '#12213a',
  amber: '#f6a723',
  bar: '#2b4573',
  text: '#16233b',
  muted: '#505e77',
  line: '#d9dfe9',
  danger: '#ab231b',
  sunken: '#edf0f6',
  paper: '#ffffff',
  code: '#000000',
} as const

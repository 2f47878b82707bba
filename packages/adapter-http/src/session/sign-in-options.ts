import { Injectable } from '@nestjs/common';
import { IdentityProviders } from '@worktrack/application';
import { ApiSettings } from '../settings.js';

/** The ways to sign in, as the page shows them. */
export interface ShownSignIn {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** False where only providers and links of the operator sign in. */
  readonly password: boolean;
}

/** Says which ways to sign in there are. */
@Injectable()
export class SignInOptions {
  readonly shown: ShownSignIn;

  constructor(providers: IdentityProviders, { passwordSignIn: password }: ApiSettings) {
    this.shown = { providers: providers.all.map(({ id, name }) => ({ id, name })), password };
  }
}

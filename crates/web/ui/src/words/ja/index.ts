// Japanese.

import type { Catalogue } from '../catalogue';
import { page } from './page';
import { server } from './server';

export const ja: Catalogue = { page, server };

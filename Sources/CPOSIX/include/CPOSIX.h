#pragma once

#include "apart.h"
#include "background.h"
#include "columns.h"
#include "files.h"
#include "guard.h"
#include "harden.h"
#include "image.h"
#include "keeper.h"
#include "keyctl.h"
#include "process.h"
#include "relay.h"
#include "terminal.h"

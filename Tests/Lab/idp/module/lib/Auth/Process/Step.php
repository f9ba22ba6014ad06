<?php

namespace SimpleSAML\Module\lab\Auth\Process;

use SimpleSAML\Auth\ProcessingChain;
use SimpleSAML\Auth\ProcessingFilter;
use SimpleSAML\Auth\State;
use SimpleSAML\Module;
use SimpleSAML\Utils\HTTP;

/** A filter that sends the browser to a page and goes on from there. */
abstract class Step extends ProcessingFilter
{
    protected string $page;

    public function process(&$request)
    {
        $id = State::saveState($request, static::class);
        HTTP::redirectTrustedURL(Module::getModuleURL('lab/' . $this->page), ['StateId' => $id]);
    }

    public static function state(string $id): array
    {
        return State::loadState($id, static::class);
    }

    public static function done(array $state): void
    {
        ProcessingChain::resumeProcessing($state);
    }
}
